import { activateToken } from '@cardwright/contract';
import { fail, ok } from '../../../platform/kernel/result.ts';
import { cleanTexts, implementRest } from '../../../platform/operation/index.ts';
import type { Vault } from '../../../platform/vault/index.ts';
import type { ChangeDeps } from '../change-token.ts';
import { lockToken } from '../lock-token.ts';
import { moveToken } from '../move-token.ts';
import { decideMove, refuseForCard } from '../token.ts';
import { answerToken } from '../token-response.ts';
import { readTokenRow } from '../token-store.ts';
import { judgeTry } from './activation-code.ts';
import { countTry, readCode, readUsedCode, storeUsedCode } from './activation-code-store.ts';
import { codeContent } from './issue-code.ts';

/**
 * Activates a token with its code (docs/interface/tokens.md#activate), and sends TC. A wrong code is
 * `value_not_allowed`, and its try stays counted although the request fails. A code that can no longer be used is
 * `state_forbids`. For a token that is ACTIVE already, the code that activated it succeeds as a repeat, and any other
 * code is `state_forbids`.
 */
export function activateTokenOperation(deps: ChangeDeps & { vault: Vault }) {
  return implementRest(activateToken, async (context, input) => {
    const { tx, now, audit } = context;
    const { body } = input;
    const lockResult = await lockToken(context, deps.banks, input);
    if (!lockResult.ok) return lockResult;
    const { bank, card, token } = lockResult.value;
    const { bankId } = bank;
    const subject = `token:${token.reference}`;
    const decision = decideMove(token.state, 'ACTIVATE');
    if (decision.kind === 'REFUSED') return fail('state_forbids', { subject, message: decision.message });
    const { contents } = deps.vault;
    const content = codeContent(token.reference, body.activation_code);
    if (decision.kind === 'HOLDS') {
      const usedContent = await readUsedCode(tx, bankId, token);
      const isRepeat = usedContent !== undefined && contents.isOf(usedContent, content);
      audit(bankId, subject, isRepeat ? 'read' : 'wrong activation code', { card: token.exid });
      if (isRepeat) return ok(answerToken(token));
      return fail('state_forbids', { message: 'The token is ACTIVE, and not by this code', commitsWrites: true });
    }
    const refusal = refuseForCard('ACTIVATE', card, bank.calendar.localDate(now));
    if (refusal !== undefined) return fail('state_forbids', { subject, message: refusal });
    const code = await readCode(tx, bankId, token);
    const verdict = judgeTry(code, contents.isOf(code, content), now);
    if (verdict.kind === 'UNUSABLE') return fail('state_forbids', { subject, message: verdict.message });
    if (verdict.kind === 'WRONG') {
      await countTry(tx, bankId, token, verdict.triesRemaining);
      audit(
        bankId,
        subject,
        'wrong activation code',
        { card: token.exid },
        {
          before: { tries_left: code.tries_left },
          after: { tries_left: verdict.triesRemaining },
          event: () => ({
            before: { activation_code: { tries_left: code.tries_left } },
            after: { activation_code: { tries_left: verdict.triesRemaining } },
          }),
        },
      );
      return fail('value_not_allowed', { path: 'activation_code', message: verdict.message, commitsWrites: true });
    }
    await storeUsedCode(tx, bankId, token, contents.hash(content));
    const requested = cleanTexts(activateToken, body, context);
    const reason = { requestedBy: requested.requested_by, reasonCode: requested.reason_code };
    await moveToken(deps.enqueue, { ...context, bank }, lockResult.value, {
      ...reason,
      move: 'ACTIVATE',
      to: decision.to,
    });
    return ok(answerToken(await readTokenRow(tx, bankId, token)));
  });
}
