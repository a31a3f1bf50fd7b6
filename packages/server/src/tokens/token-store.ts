import type { TokenEvent, TokenParty, TokenState } from '@cardwright/contract';
import type { CardKey } from '../cards/index.ts';
import type { Page } from '../kernel/page.ts';
import { queryOne, statement, type Tx } from '../storage/index.ts';

export interface TokenKey {
  account_id: bigint;
  token_id: bigint;
}

export interface TokenRow extends TokenKey {
  card_id: bigint;
  reference: string;
  requestor_id: string;
  requestor_name: string;
  device_type: string;
  activation_pref: string | null;
  state: TokenState;
  sequence: number;
  created_at: Date;
  changed_at: Date;
  exid: string;
  masked_number: string;
  /** Expiry of the current activation code; null without one. */
  code_expires_at: Date | null;
  code_tries_left: number | null;
}

const SELECT = `select t.account_id, t.token_id, t.card_id, t.reference, t.requestor_id, t.requestor_name, t.device_type,
          t.activation_pref, t.state, t.sequence, t.created_at, t.changed_at, c.exid, c.masked_number,
          a.expires_at as code_expires_at, a.tries_left as code_tries_left
     from tokens t
     join cards c on c.account_id = t.account_id and c.card_id = t.card_id
     left join token_activation_codes a on a.account_id = t.account_id and a.token_id = t.token_id`;

const findByReferenceStatement = statement(
  'tokens.find-by-reference',
  'select account_id, token_id from token_directory where bank_id = $1 and reference = $2',
);

export async function findTokenByReference(tx: Tx, bankId: string, reference: string): Promise<TokenKey | undefined> {
  return (await tx.query<TokenKey>(findByReferenceStatement, [bankId, reference]))[0];
}

const selectToken = statement(
  'tokens.select-token',
  `${SELECT} where t.account_id = $2 and t.token_id = $3 and t.bank_id = $1`,
);

export async function readTokenRow(tx: Tx, bankId: string, key: TokenKey): Promise<TokenRow> {
  const [row] = await tx.query<TokenRow>(selectToken, [bankId, key.account_id, key.token_id]);
  if (row === undefined) throw new Error('token_directory refers to a token that does not exist');
  return row;
}

// ordered by reference, as a replay locks their streams in that order: uuids sort like their texts
const selectLiving = statement(
  'tokens.select-living',
  `${SELECT} where t.account_id = $2 and t.card_id = $3 and t.bank_id = $1 and t.state <> 'DELETED' order by t.reference`,
);

/** The tokens of a card that are not deleted. */
export function readLivingTokens(tx: Tx, bankId: string, card: CardKey): Promise<TokenRow[]> {
  return tx.query(selectLiving, [bankId, card.account_id, card.card_id]);
}

const PAGE = '(t.created_at, t.token_id) < ($2, $3) order by t.created_at desc, t.token_id desc limit $4';
const selectOfCard = statement(
  'tokens.select-of-card',
  `${SELECT} where t.account_id = $5 and t.card_id = $6 and t.bank_id = $1 and ($7::text is null or t.state = $7)
      and ${PAGE}`,
);
const selectInState = statement(
  'tokens.select-in-state',
  `${SELECT} where t.bank_id = $1 and t.state = $5 and ${PAGE}`,
);
const selectOfBank = statement('tokens.select-of-bank', `${SELECT} where t.bank_id = $1 and ${PAGE}`);

export interface TokenFilter {
  card: CardKey | undefined;
  state: TokenState | undefined;
}

/** Newest first; reads one row more than the page holds. There is one statement for each usable index. */
export function listTokenRows(
  tx: Tx,
  bankId: string,
  { card, state }: TokenFilter,
  { before, limit }: Page,
): Promise<TokenRow[]> {
  const page = [bankId, before.at, before.id, limit + 1];
  if (card !== undefined) return tx.query(selectOfCard, [...page, card.account_id, card.card_id, state ?? null]);
  return state === undefined ? tx.query(selectOfBank, page) : tx.query(selectInState, [...page, state]);
}

export interface NewToken {
  reference: string;
  requestorId: string;
  requestorName: string;
  deviceType: string;
  activationPref: string | null;
}

const insertTokenStatement = statement(
  'tokens.insert-token',
  `insert into tokens (bank_id, account_id, card_id, reference, requestor_id, requestor_name, device_type,
     activation_pref, state, sequence, created_at, changed_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0, $10, $10) returning token_id`,
);

export async function insertToken(
  tx: Tx,
  bankId: string,
  card: CardKey,
  token: NewToken,
  state: TokenState,
  now: Date,
): Promise<TokenKey> {
  const { token_id } = await queryOne<{ token_id: bigint }>(tx, insertTokenStatement, [
    bankId,
    card.account_id,
    card.card_id,
    token.reference,
    token.requestorId,
    token.requestorName,
    token.deviceType,
    token.activationPref,
    state,
    now,
  ]);
  return { account_id: card.account_id, token_id };
}

const setStateStatement = statement(
  'tokens.set-state',
  `update tokens set state = $4, sequence = sequence + 1, changed_at = $5
    where account_id = $2 and token_id = $3 and bank_id = $1 returning sequence`,
);
const insertHistory = statement(
  'tokens.insert-history',
  `insert into token_history (bank_id, account_id, token_id, sequence, event, from_state, to_state, requested_by,
     reason_code, actor, notification_id, at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
);

export interface TokenChange {
  event: TokenEvent;
  from: TokenState | null;
  to: TokenState;
  requestedBy: TokenParty;
  reasonCode: string;
  actor: string;
  notificationId: string | null;
}

/** Sets the token's new state and adds it to the history. The caller holds the account lock. */
export async function changeState(
  tx: Tx,
  bankId: string,
  key: TokenKey,
  change: TokenChange,
  now: Date,
): Promise<void> {
  const token = [bankId, key.account_id, key.token_id];
  const { sequence } = await queryOne<{ sequence: number }>(tx, setStateStatement, [...token, change.to, now]);
  const { event, from, to, requestedBy, reasonCode, actor, notificationId } = change;
  const told = [requestedBy, reasonCode, actor, notificationId, now];
  await tx.query(insertHistory, [...token, sequence, event, from, to, ...told]);
}

const setActivationPrefStatement = statement(
  'tokens.set-activation-pref',
  'update tokens set activation_pref = $4 where account_id = $2 and token_id = $3 and bank_id = $1',
);

export async function setActivationPref(tx: Tx, bankId: string, key: TokenKey, pref: string): Promise<void> {
  await tx.query(setActivationPrefStatement, [bankId, key.account_id, key.token_id, pref]);
}

const selectIssued = statement(
  'tokens.select-issued-codes',
  `select at from token_history
    where account_id = $2 and token_id = $3 and bank_id = $1 and event = 'ISSUE_CODE'
    order by sequence desc limit $4`,
);

/** When codes were issued, the newest first. */
export async function readIssuedCodes(tx: Tx, bankId: string, key: TokenKey, limit: number): Promise<Date[]> {
  const rows = await tx.query<{ at: Date }>(selectIssued, [bankId, key.account_id, key.token_id, limit]);
  return rows.map(({ at }) => at);
}

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
    where account_id = $2 and token_id = $3 and bank_id = $1 order by sequence`,
);

export function readHistory(tx: Tx, bankId: string, key: TokenKey): Promise<HistoryRow[]> {
  return tx.query(selectHistory, [bankId, key.account_id, key.token_id]);
}
