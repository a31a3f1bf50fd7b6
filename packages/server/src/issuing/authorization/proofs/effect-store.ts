import { statement, type Tx } from '../../../platform/storage/index.ts';
import { merchantInMessage } from '../batch/paid-merchant-store.ts';
import type { applyStoredDecision } from '../history/apply-stored-decision.ts';

type EffectRow = Parameters<typeof applyStoredDecision>[1] & { readonly account_sequence: bigint };

const selectEffects = statement(
  'authorization.select-effects-before',
  `select z.message_key, z.account_sequence, z.decided_at, z.card_id, z.billing_minor, z.settlement_date, z.action_code, z.counted,
          case when z.action_code = '00' then ${merchantInMessage('z.message')} end as merchant,
          case when strpos(z.trace, ':ON_FOR_ONE') > 0 or strpos(z.trace, '["PARTNER_STAND_IN"') > 0 then z.trace end as trace
     from authorizations z
    where z.bucket = account_bucket($2) and z.account_id = $2 and z.bank_id = $1 and z.account_sequence < $3
      and (z.action_code = '00' or z.counted is not null)
    order by z.account_sequence limit $4`,
);

/** The decisions that changed the account before a position of its sequence, in order. */
export function readEffectsBefore(
  tx: Tx,
  bankId: string,
  accountId: bigint | null,
  sequence: bigint,
  most: number,
): Promise<EffectRow[]> {
  return tx.query(selectEffects, [bankId, accountId, sequence, most]);
}
