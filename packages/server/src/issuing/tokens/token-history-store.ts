import type { TokenEvent, TokenParty, TokenState } from '@cardwright/contract';
import { statement, type Tx } from '../../platform/storage/index.ts';
import type { TokenKey } from './token-store.ts';

const selectIssueTimes = statement(
  'tokens.select-issued-codes',
  `select at from token_history
    where bucket = account_bucket($2) and account_id = $2 and token_id = $3 and bank_id = $1 and event = 'ISSUE_CODE'
    order by sequence desc limit $4`,
);

/** The times at which codes were issued, newest first. */
export async function readIssuedCodes(tx: Tx, bankId: string, key: TokenKey, limit: number): Promise<Date[]> {
  const rows = await tx.query<{ at: Date }>(selectIssueTimes, [bankId, key.account_id, key.token_id, limit]);
  return rows.map(({ at }) => at);
}

/** The event of a change of controls, which the audit log and the history of the account report. */
export const CONTROLS_EVENT = 'SET_CONTROLS';

export interface HistoryRow {
  event: TokenEvent;
  from_state: TokenState | null;
  to_state: TokenState;
  requested_by: TokenParty;
  reason_code: string;
  actor: string;
  notification_id: string | null;
  at: Date;
}

const selectHistory = statement(
  'tokens.select-history',
  `select event, from_state, to_state, requested_by, reason_code, actor, notification_id, at from token_history
    where bucket = account_bucket($2) and account_id = $2 and token_id = $3 and bank_id = $1 and event <> '${CONTROLS_EVENT}'
    order by sequence`,
);

export function readTokenHistory(tx: Tx, bankId: string, key: TokenKey): Promise<HistoryRow[]> {
  return tx.query(selectHistory, [bankId, key.account_id, key.token_id]);
}
