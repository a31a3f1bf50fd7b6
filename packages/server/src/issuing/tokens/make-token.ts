import { randomUUID } from 'node:crypto';
import type { CardRow } from '../cards/index.ts';
import type { Reason, TokenMoveContext } from './move-token.ts';
import { FIRST_STATE } from './token.ts';
import { insertReference } from './token-directory-store.ts';
import { toTokenResponse } from './token-response.ts';
import { insertToken, type NewToken, type TokenRow } from './token-store.ts';

/** Creates a token of a card in its first state. The caller holds the account lock. */
export async function makeToken(
  { tx, now, caller, audit, bank: { bankId } }: TokenMoveContext,
  card: CardRow,
  fields: Omit<NewToken, 'reference'>,
  reason: Reason,
): Promise<TokenRow> {
  const token = { ...fields, reference: randomUUID() };
  const key = await insertToken(tx, bankId, card, token, {
    state: FIRST_STATE,
    ...{ requestedBy: reason.requestedBy, reasonCode: reason.reasonCode },
    ...{ actor: caller.clientId, now },
  });
  await insertReference(tx, bankId, token.reference, key);
  const row: TokenRow = {
    ...key,
    card_id: card.card_id,
    reference: token.reference,
    requestor_id: token.requestorId,
    requestor_name: token.requestorName,
    device_type: token.deviceType,
    activation_pref: token.activationPref,
    state: FIRST_STATE,
    created_at: now,
    changed_at: now,
    suspended_by_block: false,
    controls: null,
    exid: card.exid,
    masked_number: card.masked_number,
    code_expires_at: null,
    code_tries_left: null,
  };
  const after = { state: FIRST_STATE, requestor: token.requestorId };
  const event = () => ({
    object: { kind: 'token', id: row.reference, version: row.sequence },
    before: null,
    after: toTokenResponse(row),
  });
  const change = { before: null, after, event };
  audit(bankId, `token:${token.reference}`, 'provisioned', { card: card.exid, ...reason }, change);
  return row;
}
