import type { TokenEvent, TokenParty, TokenState } from '@cardwright/contract';
import { queryOne, statement, type Tx } from '../../platform/storage/index.ts';
import type { ControlsOfToken } from './controls/controls-of-token.ts';
import { CONTROLS_EVENT } from './token-history-store.ts';
import type { TokenKey } from './token-store.ts';

const setStateStatement = statement(
  'tokens.set-state',
  `with moved as (
     update tokens set state = $4, sequence = sequence + 1, changed_at = $5, suspended_by_block = $6
      where bucket = account_bucket($2) and account_id = $2 and token_id = $3 and bank_id = $1
     returning bucket, bank_id, account_id, token_id, sequence, state, changed_at
   )
   insert into token_history (bucket, bank_id, account_id, token_id, sequence, event, from_state, to_state, requested_by,
     reason_code, actor, notification_id, at)
   select m.bucket, m.bank_id, m.account_id, m.token_id, m.sequence, $7, $8, m.state, $9, $10, $11, $12, m.changed_at
     from moved m returning sequence`,
);
const insertHistory = statement(
  'tokens.insert-history',
  `insert into token_history (bucket, bank_id, account_id, token_id, sequence, event, from_state, to_state, requested_by,
     reason_code, actor, notification_id, at)
   values (account_bucket($2), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
);

export interface TokenChange {
  event: TokenEvent;
  from: TokenState | null;
  to: TokenState;
  requestedBy: TokenParty;
  reasonCode: string;
  actor: string;
  notificationId: string | null;
  /** Whether a block of the card suspends the token. */
  isByBlock: boolean;
}

/** Sets the token's new state and adds it to the history. The caller holds the account lock. */
export async function changeState(
  tx: Tx,
  bankId: string,
  key: TokenKey,
  change: TokenChange,
  now: Date,
): Promise<void> {
  const { event, from, to, isByBlock, requestedBy, reasonCode, actor, notificationId } = change;
  const token = [bankId, key.account_id, key.token_id, to, now, isByBlock];
  await queryOne(tx, setStateStatement, [...token, event, from, requestedBy, reasonCode, actor, notificationId]);
}

const setControlsStatement = statement(
  'tokens.set-controls',
  `update tokens set controls = $4, sequence = sequence + 1, changed_at = $5
    where bucket = account_bucket($2) and account_id = $2 and token_id = $3 and bank_id = $1 returning sequence`,
);

/**
 * Sets the token's controls and adds a row of the history. The caller holds the account lock.
 * @returns the new version of the token
 */
export async function changeControls(
  tx: Tx,
  bankId: string,
  { account_id, token_id, state }: TokenKey & { readonly state: TokenState },
  {
    controls,
    actor,
    now,
  }: { readonly controls: ControlsOfToken | undefined; readonly actor: string; readonly now: Date },
): Promise<number> {
  const token = [bankId, account_id, token_id];
  const stored = controls === undefined ? null : JSON.stringify(controls);
  const { sequence } = await queryOne<{ sequence: number }>(tx, setControlsStatement, [...token, stored, now]);
  const change = [CONTROLS_EVENT, state, state, 'ISSUER', 'CONTROLS', actor, null, now];
  await tx.query(insertHistory, [...token, sequence, ...change]);
  return sequence;
}

const setActivationPrefStatement = statement(
  'tokens.set-activation-pref',
  `update tokens set activation_pref = $4
    where bucket = account_bucket($2) and account_id = $2 and token_id = $3 and bank_id = $1`,
);

export async function setActivationPref(tx: Tx, bankId: string, key: TokenKey, pref: string): Promise<void> {
  await tx.query(setActivationPrefStatement, [bankId, key.account_id, key.token_id, pref]);
}
