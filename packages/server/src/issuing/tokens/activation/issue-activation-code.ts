import { issueActivationCode } from '@cardwright/contract';
import { fail, ok } from '../../../platform/kernel/result.ts';
import { cleanTexts, implementRest } from '../../../platform/operation/index.ts';
import type { Vault } from '../../../platform/vault/index.ts';
import type { ChangeDeps } from '../change-token.ts';
import { setActivationPref } from '../change-token-store.ts';
import { lockToken } from '../lock-token.ts';
import { decideMove, refuseForCard } from '../token.ts';
import { readIssuedCodes } from '../token-history-store.ts';
import { answerToken } from '../token-response.ts';
import { readTokenRow } from '../token-store.ts';
import { MAX_CODES_AN_HOUR, secondsUntilNextCode } from './activation-code.ts';
import { issueCode } from './issue-code.ts';

/** Issues an activation code (docs/interface/tokens.md#activation-code), and sends AC. A new code replaces the previous one. */
export function issueActivationCodeOperation(deps: ChangeDeps & { vault: Vault }) {
  return implementRest(issueActivationCode, async (context, input) => {
    const { tx, now } = context;
    const lockResult = await lockToken(context, deps.banks, input);
    if (!lockResult.ok) return lockResult;
    const { bank, card, token } = lockResult.value;
    const subject = `token:${token.reference}`;
    const decision = decideMove(token.state, 'ISSUE_CODE');
    if (decision.kind !== 'MOVES') return fail('state_forbids', { subject, message: `The token is ${token.state}` });
    const refusal = refuseForCard('ISSUE_CODE', card, bank.calendar.localDate(now));
    if (refusal !== undefined) return fail('state_forbids', { subject, message: refusal });
    const waitS = secondsUntilNextCode(await readIssuedCodes(tx, bank.bankId, token, MAX_CODES_AN_HOUR), now);
    if (waitS > 0) {
      const message = `${MAX_CODES_AN_HOUR} activation codes an hour are issued for a token: try again in ${waitS} s`;
      return fail('too_many_requests', { message, retryAfterS: waitS });
    }
    const requested = cleanTexts(issueActivationCode, input.body, context);
    const pref = requested.activation_pref ?? token.activation_pref;
    if (pref === null || pref === '') {
      return fail('field_missing', { path: 'activation_pref', message: 'is mandatory for a token that has none' });
    }
    await setActivationPref(tx, bank.bankId, token, pref);
    const reason = { requestedBy: requested.requested_by, reasonCode: requested.reason_code };
    const withPref = { ...token, activation_pref: pref };
    await issueCode(deps, { ...context, bank }, { token: withPref, card }, { ...reason, to: decision.to });
    return ok(answerToken(await readTokenRow(tx, bank.bankId, token)));
  });
}
