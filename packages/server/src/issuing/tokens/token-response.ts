import type { Token } from '@cardwright/contract';
import type { RestAnswer } from '../../platform/operation/index.ts';
import type { TokenRow } from './token-store.ts';

/**
 * Converts a token to the form of the response. Its activation code is never included, because only the cardholder
 * receives it.
 */
export function toTokenResponse(row: TokenRow): Token {
  const { activation_pref: pref, code_expires_at: expiresAt, code_tries_left: triesRemaining } = row;
  return {
    token_reference: row.reference,
    token_state: row.state,
    card_identifier_id: row.exid,
    card_identifier_type: 'EXID',
    card_number: row.masked_number,
    requestor_id: row.requestor_id,
    requestor_name: row.requestor_name,
    device_type: row.device_type,
    ...(pref !== null && { activation_pref: pref }),
    ...(expiresAt !== null &&
      triesRemaining !== null && {
        activation_code: { expires_at: expiresAt.toISOString(), tries_left: triesRemaining },
      }),
    created_at: row.created_at.toISOString(),
    changed_at: row.changed_at.toISOString(),
  };
}

/** The token and its version, which increases with every change of the token. */
export function answerToken(row: TokenRow): RestAnswer<Token> {
  return { body: toTokenResponse(row), version: row.sequence };
}
