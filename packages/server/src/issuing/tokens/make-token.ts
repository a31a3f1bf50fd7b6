import { randomUUID } from 'node:crypto';
import type { CardRow } from '../cards/index.ts';
import { changeState } from './change-token-store.ts';
import type { Reason, TokenMoveContext } from './move-token.ts';
import { FIRST_STATE } from './token.ts';
import { insertReference } from './token-directory-store.ts';
import { toTokenResponse } from './token-response.ts';
import { insertToken, type NewToken, readTokenRow, type TokenRow } from './token-store.ts';

/** Creates a token of a card in its first state. The caller holds the account lock. */
export async function makeToken(
  { tx, now, caller, audit, bank: { bankId } }: TokenMoveContext,
  card: CardRow,
  fields: Omit<NewToken, 'reference'>,
  reason: Reason,
): Promise<TokenRow> {
  const token = { ...fields, reference: randomUUID() };
  const key = await insertToken(tx, bankId, card, token, FIRST_STATE, now);
  await insertReference(tx, bankId, token.reference, key);
  const provisioning = { event: 'PROVISION', from: null, to: FIRST_STATE, notificationId: null } as const;
  await changeState(tx, bankId, key, { ...provisioning, ...reason, actor: caller.clientId, isByBlock: false }, now);
  const after = { state: FIRST_STATE, requestor: token.requestorId };
  const row = await readTokenRow(tx, bankId, key);
  const event = () => ({
    object: { kind: 'token', id: row.reference, version: row.sequence },
    before: null,
    after: toTokenResponse(row),
  });
  const change = { before: null, after, event };
  audit(bankId, `token:${token.reference}`, 'provisioned', { card: card.exid, ...reason }, change);
  return row;
}
