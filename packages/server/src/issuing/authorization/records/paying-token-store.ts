import type { ProposedControl, TokenState } from '@cardwright/contract';
import { statement, type Tx } from '../../../platform/storage/index.ts';
import { readStoredControls } from '../../tokens/index.ts';
import type { TokenFact } from '../decision/facts.ts';
import { accountColumns } from '../message/account-columns.ts';
import { inBuckets } from '../message/citus-statements.ts';
import type { ResolvedMessage } from '../message/resolved-message.ts';

/** Changes of a token hold the lock of its account, so this runs after the accounts are locked. */
const loadTokens = statement(
  'authorization.load-paying-tokens',
  `select n.place::int as place, t.state, t.controls
     from unnest($1::smallint[], $2::text[], $3::bigint[], $4::bigint[], $5::text[]) with ordinality
            as n (bucket, bank_id, account_id, card_id, reference, place)
     join tokens t on t.bucket = n.bucket and t.account_id = n.account_id and t.card_id = n.card_id
      and t.bank_id = n.bank_id and t.reference::text = lower(n.reference)${inBuckets('t')}`,
);

const selectTokens = statement(
  'authorization.select-tokens-of-account',
  `select reference::text as reference, card_id from tokens
    where bucket = account_bucket($2) and account_id = $2 and bank_id = $1`,
);

/** The cards of the account's tokens, by reference. Reads nothing if the proposal names no token. */
export async function readNamedTokens(
  tx: Tx,
  bankId: string,
  accountId: bigint,
  { limits = [], tokenControls = [] }: ProposedControl,
): Promise<ReadonlyMap<string, bigint>> {
  if (![...limits, ...tokenControls].some(({ token_reference: token }) => token !== undefined)) return new Map();
  const rows = await tx.query<{ reference: string; card_id: bigint }>(selectTokens, [bankId, accountId]);
  return new Map(rows.map(({ reference, card_id: cardId }) => [reference, cardId]));
}

type Paying = Pick<ResolvedMessage, 'bankId' | 'accountId' | 'key'> & {
  readonly card: { readonly cardId: bigint } | undefined;
  readonly request: { readonly message: { readonly tokenReference?: string | undefined } };
};

/** The tokens that messages name, by the key of the message. Reads nothing if no message names one. */
export async function loadPayingTokens(on: Tx, messages: readonly Paying[]): Promise<ReadonlyMap<bigint, TokenFact>> {
  const byMessage = new Map<bigint, TokenFact>();
  const withToken = messages.flatMap((message) => {
    const { tokenReference: reference } = message.request.message;
    return reference === undefined || message.card === undefined ? [] : [{ ...message, card: message.card, reference }];
  });
  if (withToken.length === 0) return byMessage;
  const rows = await on.query<{ place: number; state: TokenState; controls: string | null }>(loadTokens, [
    ...accountColumns(withToken),
    withToken.map(({ card }) => card.cardId),
    withToken.map(({ reference }) => reference),
  ]);
  const tokens = new Map(rows.map((row) => [row.place - 1, row]));
  for (const [at, { key, reference }] of withToken.entries()) {
    const { state = null, controls = null } = tokens.get(at) ?? {};
    byMessage.set(key, { reference, state, controls: readStoredControls(controls) });
  }
  return byMessage;
}
