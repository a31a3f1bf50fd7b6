import type { TokenState } from '@cardwright/contract';
import { statement, type Tx } from '../../../platform/storage/index.ts';
import type { TokenFact } from '../decision/facts.ts';
import { accountColumns } from '../message/account-columns.ts';
import { inBuckets } from '../message/citus-statements.ts';
import type { ResolvedMessage } from '../message/resolved-message.ts';

/** Changes of a token hold the lock of its account, so this runs after the accounts are locked. */
const loadTokens = statement(
  'authorization.load-paying-tokens',
  `select n.place::int as place, t.state
     from unnest($1::smallint[], $2::text[], $3::bigint[], $4::bigint[], $5::text[]) with ordinality
            as n (bucket, bank_id, account_id, card_id, reference, place)
     join tokens t on t.bucket = n.bucket and t.account_id = n.account_id and t.card_id = n.card_id
      and t.bank_id = n.bank_id and t.reference::text = lower(n.reference)${inBuckets('t')}`,
);

type Paying = Pick<ResolvedMessage, 'bankId' | 'accountId' | 'key'> & {
  readonly card: { readonly cardId: bigint } | undefined;
  readonly request: { readonly message: { readonly tokenReference?: string | undefined } };
};

/** The tokens that messages name, by the key of the message. Reads nothing where no message names one. */
export async function loadPayingTokens(on: Tx, messages: readonly Paying[]): Promise<ReadonlyMap<bigint, TokenFact>> {
  const byMessage = new Map<bigint, TokenFact>();
  const withToken = messages.flatMap((message) => {
    const { tokenReference: reference } = message.request.message;
    return reference === undefined || message.card === undefined ? [] : [{ ...message, card: message.card, reference }];
  });
  if (withToken.length === 0) return byMessage;
  const rows = await on.query<{ place: number; state: TokenState }>(loadTokens, [
    ...accountColumns(withToken),
    withToken.map(({ card }) => card.cardId),
    withToken.map(({ reference }) => reference),
  ]);
  const states = new Map(rows.map(({ place, state }) => [place - 1, state]));
  for (const [at, { key, reference }] of withToken.entries()) {
    byMessage.set(key, { reference, state: states.get(at) ?? null });
  }
  return byMessage;
}
