import { type ProvisionTokenRequest, provisionToken } from '@cardwright/contract';
import { fail, ok } from '../../platform/kernel/result.ts';
import { cleanTexts, implementRest } from '../../platform/operation/index.ts';
import type { Vault } from '../../platform/vault/index.ts';
import { lockAccount } from '../accounts/index.ts';
import { type CardRow, findCard, readCard } from '../cards/index.ts';
import { issueCode } from './activation/issue-code.ts';
import { callerBank } from './caller-bank.ts';
import type { ChangeDeps } from './change-token.ts';
import { makeToken } from './make-token.ts';
import { moveToken, type Reason, type TokenMoveContext } from './move-token.ts';
import { refuseForCard } from './token.ts';
import { answerToken } from './token-response.ts';
import { readTokenRow, type TokenRow } from './token-store.ts';

type ProvisionDeps = ChangeDeps & { readonly vault: Vault };

/**
 * Creates a token for a card (docs/interface/tokens.md#provision). With NONE the token is active at once (TC). With
 * CODE it waits for a code. If the request says how the cardholder receives the code, the first code is issued at once
 * (AC); otherwise a separate operation issues it.
 */
export function provisionTokenOperation(deps: ProvisionDeps) {
  return implementRest(provisionToken, async (context, { body: rawBody }) => {
    const calling = callerBank(context, deps.banks);
    if (!calling.ok) return calling;
    const bank = calling.value;
    const { tx, now } = context;
    const body = cleanTexts(provisionToken, rawBody, context);
    const match = await findCard(tx, deps.vault, bank.bankId, body);
    if (!match.ok) return match;
    await lockAccount(tx, bank.bankId, match.value.key.account_id);
    const card = await readCard(tx, bank.bankId, match.value.key);
    const refusal = refuseForCard('PROVISION', card, bank.calendar.localDate(now));
    if (refusal !== undefined) return fail('state_forbids', { message: refusal });
    const fields = {
      requestorId: body.requestor_id,
      requestorName: body.requestor_name,
      deviceType: body.device_type,
      activationPref: body.activation_pref || null,
    };
    const token = await makeToken({ ...context, bank }, card, fields, reasonOf(body));
    await begin(deps, { ...context, bank }, { token, card }, body);
    return ok(answerToken(await readTokenRow(tx, bank.bankId, token)));
  });
}

/** Performs the steps that the activation method requires. */
async function begin(
  deps: ProvisionDeps,
  context: TokenMoveContext,
  provisioned: { token: TokenRow; card: CardRow },
  body: ProvisionTokenRequest,
): Promise<void> {
  const reason = reasonOf(body);
  if (body.activation === 'NONE') {
    await moveToken(deps.enqueue, context, provisioned, { ...reason, move: 'APPROVE', to: 'ACTIVE' });
  } else if (provisioned.token.activation_pref !== null) {
    await issueCode(deps, context, provisioned, { ...reason, to: 'PENDING_ACTIVATION' });
  }
}

function reasonOf(body: ProvisionTokenRequest): Reason {
  return { requestedBy: body.requested_by, reasonCode: body.reason_code };
}
