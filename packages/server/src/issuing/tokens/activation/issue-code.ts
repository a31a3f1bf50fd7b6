import { ACTIVATION_CODE_DIGITS } from '@cardwright/contract';
import { randomDigits } from '../../../platform/kernel/text/random-digits.ts';
import type { Enqueue } from '../../../platform/outbox/index.ts';
import type { Vault } from '../../../platform/vault/index.ts';
import type { LockedToken } from '../lock-token.ts';
import { moveToken, type TokenMoveContext, type TokenMoveDecision } from '../move-token.ts';
import { ACTIVATION_CODE_TRIES, codeExpiry } from './activation-code.ts';
import { storeCode } from './activation-code-store.ts';

/** Issues a new code, which replaces the previous one, and sends it to the cardholder. Only its hash is stored. */
export async function issueCode(
  { vault, enqueue }: { vault: Vault; enqueue: Enqueue },
  context: TokenMoveContext,
  lockedToken: Pick<LockedToken, 'token' | 'card'>,
  move: Omit<TokenMoveDecision, 'move' | 'activationCode'>,
): Promise<void> {
  const { bankId } = context.bank;
  const { token } = lockedToken;
  const activationCode = randomDigits(ACTIVATION_CODE_DIGITS);
  await storeCode(context.tx, bankId, token, {
    code: vault.contents.hash(codeContent(token.reference, activationCode)),
    expires_at: codeExpiry(context.now),
    tries_left: ACTIVATION_CODE_TRIES,
  });
  await moveToken(enqueue, context, lockedToken, { ...move, move: 'ISSUE_CODE', activationCode });
}

/**
 * The text that is hashed for a code. The hash is keyed, because a plain hash of six digits is easy to guess. The text
 * names the token, so that equal codes of two tokens have different hashes.
 */
export function codeContent(reference: string, code: string): string {
  return `activation-code:${reference}:${code}`;
}
