import type { RestOperation, Token, TokenParty } from '@cardwright/contract';
import { type Failure, fail, ok, type Success } from '../../platform/kernel/result.ts';
import { cleanTexts, type OperationContext, type RestAnswer } from '../../platform/operation/index.ts';
import type { Enqueue } from '../../platform/outbox/index.ts';
import type { BankDirectory } from '../banks/index.ts';
import { lockToken, type TokenRequest } from './lock-token.ts';
import { moveToken } from './move-token.ts';
import { decideMove, type TokenMove } from './token.ts';
import { answerToken } from './token-response.ts';
import { readTokenRow } from './token-store.ts';

export interface ChangeDeps {
  readonly banks: BankDirectory;
  readonly enqueue: Enqueue;
}

interface Input extends TokenRequest {
  readonly body: { requested_by: TokenParty; reason_code: string };
}

/**
 * Suspends, resumes, deactivates or deletes a token. `state_forbids` when the state does not allow the change. If the
 * token is in that state already, the request succeeds without a notification.
 */
export async function changeToken(
  { banks, enqueue }: ChangeDeps,
  contract: RestOperation,
  context: OperationContext,
  input: Input,
  move: TokenMove,
): Promise<Success<RestAnswer<Token>> | Failure<'wrong_bank' | 'token_not_found' | 'version_stale' | 'state_forbids'>> {
  const lockResult = await lockToken(context, banks, input);
  if (!lockResult.ok) return lockResult;
  const { bank, token } = lockResult.value;
  const subject = `token:${token.reference}`;
  const decision = decideMove(token.state, move);
  if (decision.kind === 'REFUSED') return fail('state_forbids', { subject, message: decision.message });
  if (decision.kind === 'HOLDS') {
    context.audit(bank.bankId, subject, 'read', { card: token.exid });
    return ok(answerToken(token));
  }
  const { requested_by: requestedBy, reason_code: reasonCode } = cleanTexts(contract, input.body, context);
  await moveToken(enqueue, { ...context, bank }, lockResult.value, { move, to: decision.to, requestedBy, reasonCode });
  return ok(answerToken(await readTokenRow(context.tx, bank.bankId, token)));
}
