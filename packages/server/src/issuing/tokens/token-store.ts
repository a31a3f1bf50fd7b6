import type { TokenParty, TokenState, TokenType } from '@cardwright/contract';
import { queryOne, statement, type Tx } from '../../platform/storage/index.ts';
import type { CardKey } from '../cards/index.ts';

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
  /** Whether it is SUSPENDED because its card was blocked. */
  suspended_by_block: boolean;
  /** The controls as JSON; null if the token has none. */
  controls: string | null;
  exid: string;
  masked_number: string;
  /** Expiry of the current activation code; null without one. */
  code_expires_at: Date | null;
  code_tries_left: number | null;
}

export const SELECT_TOKEN = `select t.account_id, t.token_id, t.card_id, t.reference, t.requestor_id, t.requestor_name, t.device_type,
          t.activation_pref, t.state, t.sequence, t.created_at, t.changed_at, t.suspended_by_block, t.controls, c.exid, c.masked_number,
          a.expires_at as code_expires_at, a.tries_left as code_tries_left
     from tokens t
     join cards c on c.bucket = t.bucket and c.account_id = t.account_id and c.card_id = t.card_id
     left join token_activation_codes a on a.bucket = t.bucket and a.account_id = t.account_id and a.token_id = t.token_id`;

const findByReferenceStatement = statement(
  'tokens.find-by-reference',
  'select account_id, token_id from token_directory where bank_id = $1 and reference = $2',
);

export async function findTokenByReference(tx: Tx, bankId: string, reference: string): Promise<TokenKey | undefined> {
  return (await tx.query<TokenKey>(findByReferenceStatement, [bankId, reference]))[0];
}

const selectToken = statement(
  'tokens.select-token',
  `${SELECT_TOKEN} where t.bucket = account_bucket($2) and t.account_id = $2 and t.token_id = $3 and t.bank_id = $1`,
);

export async function readTokenRow(tx: Tx, bankId: string, key: TokenKey): Promise<TokenRow> {
  const [row] = await tx.query<TokenRow>(selectToken, [bankId, key.account_id, key.token_id]);
  if (row === undefined) throw new Error('token_directory refers to a token that does not exist');
  return row;
}

// ordered by reference, because a replay locks the notification streams in that order, and UUIDs sort like their texts
const selectUndeleted = statement(
  'tokens.select-living',
  `${SELECT_TOKEN} where t.bucket = account_bucket($2) and t.account_id = $2 and t.card_id = $3 and t.bank_id = $1
      and t.state <> 'DELETED' order by t.reference`,
);

/** Reads the tokens of a card without deleted ones. */
export function readUndeletedTokens(tx: Tx, bankId: string, card: CardKey): Promise<TokenRow[]> {
  return tx.query(selectUndeleted, [bankId, card.account_id, card.card_id]);
}

export interface NewToken {
  reference: string;
  requestorId: string;
  requestorName: string;
  deviceType: string;
  activationPref: string | null;
  /** The type of a token that a network requested. */
  tokenType?: TokenType | undefined;
  deviceId?: string | undefined;
}

const insertTokenStatement = statement(
  'tokens.insert-token',
  `with created as (
     insert into tokens (bucket, bank_id, account_id, card_id, reference, requestor_id, requestor_name, device_type,
       activation_pref, state, sequence, created_at, changed_at, token_type, device_id)
     values (account_bucket($2), $1, $2, $3, $4, $5, $6, $7, $8, $9, 1, $10, $10, $11, $12)
     returning bucket, bank_id, account_id, token_id, sequence, state, created_at
   )
   insert into token_history (bucket, bank_id, account_id, token_id, sequence, event, to_state, requested_by, reason_code,
     actor, at)
   select c.bucket, c.bank_id, c.account_id, c.token_id, c.sequence, 'PROVISION', c.state, $13, $14, $15, c.created_at
     from created c returning token_id, sequence`,
);

/** Stores a token and the first row of its history. */
export async function insertToken(
  tx: Tx,
  bankId: string,
  card: CardKey,
  token: NewToken,
  { state, requestedBy, reasonCode, actor, now }: TokenOrigin,
): Promise<TokenKey & { readonly sequence: number }> {
  const { reference, requestorId, requestorName, deviceType, activationPref, tokenType, deviceId } = token;
  const created = await queryOne<{ token_id: bigint; sequence: number }>(tx, insertTokenStatement, [
    ...[bankId, card.account_id, card.card_id, reference, requestorId, requestorName, deviceType, activationPref],
    ...[state, now, tokenType ?? null, deviceId ?? null, requestedBy, reasonCode, actor],
  ]);
  return { account_id: card.account_id, ...created };
}

/** The first row of the history. */
interface TokenOrigin {
  readonly state: TokenState;
  readonly requestedBy: TokenParty;
  readonly reasonCode: string;
  readonly actor: string;
  readonly now: Date;
}
