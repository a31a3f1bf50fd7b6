import type { ReversalResponse, reverseAuthorization } from '@cardwright/contract';
import { OPERATOR_LOG } from '../../../platform/audit/index.ts';
import { ok, type Result } from '../../../platform/kernel/result.ts';
import type { OperationContext, RestError } from '../../../platform/operation/index.ts';
import type { BankDirectory } from '../../banks/index.ts';
import { reversedBeforeRule } from '../decision/rules/reversed-before.ts';
import type { OriginalKeys } from '../records/early-reversal-store.ts';
import { findAuthorization, originalKeysOf, referenceText } from '../records/find-authorization.ts';
import { planReversal } from '../records/reservation.ts';
import type { EarlyReversals } from './early-reversals.ts';
import { carryOutEnding, type EndingInput } from './end-reservation.ts';

interface Deps {
  readonly banks: BankDirectory;
  readonly earlyReversals: EarlyReversals;
}

/**
 * Reverses an authorization by the keys of its original, whichever of the two arrives first
 * (docs/interface/reservations.md#before-the-original). The REST operation calls this, and any other interface can. It
 * needs a caller and the retrieval reference number, and, if they are known, the acquirer and the trace number.
 */
export async function reverseOriginal(
  { banks, earlyReversals }: Deps,
  context: OperationContext,
  input: EndingInput,
): Promise<ReversalResult> {
  const { tx, caller, now, audit } = context;
  const keys = originalKeysOf(caller, input);
  const present = await findAuthorization(tx, banks, caller, input);
  // no lock is held during this wait
  if (!present.ok && present.error === 'authorization_not_found') await earlyReversals.storeOriginals(keys, now);
  // a message that did not see the reversal is now stored
  const reversal = await reversePresent(banks, context, input);
  if (reversal.ok || reversal.error !== 'authorization_not_found') return reversal;
  const body = awaitingOriginal(keys);
  const subject = `authorization:${body.retrieval_reference_number}`;
  audit(caller.bankId ?? OPERATOR_LOG, subject, reversedBeforeRule.name);
  return ok({ body, replayed: false });
}

type ReversalResult = Result<{ body: ReversalResponse; replayed: boolean }, RestError<typeof reverseAuthorization>>;

/**
 * Reverses an authorization that is stored. An authorization that was declined because of its reversal needs no other
 * reversal.
 */
async function reversePresent(
  banks: BankDirectory,
  context: OperationContext,
  input: EndingInput,
): Promise<ReversalResult> {
  const present = await findAuthorization(context.tx, banks, context.caller, input);
  if (!present.ok) return present;
  const { bank_id: bankId, rule } = present.value;
  if (rule !== reversedBeforeRule.name) return await carryOutEnding(banks, context, input, 'REVERSAL', planReversal);
  const body = awaitingOriginal(originalKeysOf(context.caller, input));
  context.audit(bankId, `authorization:${body.retrieval_reference_number}`, 'replayed');
  return ok({ body, replayed: true });
}

function awaitingOriginal({ retrievalReference }: OriginalKeys): ReversalResponse {
  const reference = referenceText({ retrieval_reference: retrievalReference });
  return { retrieval_reference_number: reference, state: 'AWAITING_ORIGINAL' };
}
