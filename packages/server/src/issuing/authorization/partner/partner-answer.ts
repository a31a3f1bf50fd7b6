import {
  checkPartnerAnswer,
  firstCharacters,
  isJsonObject,
  LONGEST_PARTNER_REASON,
  parseJson,
} from '@cardwright/contract';
import { maskCardNumbers } from '../../../platform/kernel/text/masked-text.ts';
import type { HttpResponse, NoHttpResponse } from '../../../platform/outbox/index.ts';
import type { PartnerFact } from '../decision/facts.ts';

/** The outcome of a request to the bank's own system. */
export type PartnerVerdict = Pick<PartnerFact, 'actionCode' | 'reason' | 'until'> & {
  readonly answer: 'APPROVE' | 'DECLINE' | 'WRONG' | 'UNREACHABLE';
};

/** Reads an answer. A malformed answer is `WRONG`, and its reason says why. */
export function readPartnerAnswer(answer: HttpResponse | NoHttpResponse): PartnerVerdict {
  if (answer.kind === 'unanswered') return without('UNREACHABLE', answer.reason);
  const { status, text, incomplete } = answer;
  if (status < 200 || status > 299) return without('WRONG', `HTTP ${status}`);
  if (incomplete !== undefined) return without('WRONG', 'the answer has no end, or is too long');
  const body = parseJson(text);
  if (!body.ok || !isJsonObject(body.value)) return without('WRONG', 'the answer is not a JSON object');
  const { value, findings } = checkPartnerAnswer(body.value);
  const [first] = findings;
  if (first !== undefined) return without('WRONG', `the answer's ${first.path} ${first.message}`);
  const { decision, actionCode, reason, until } = value;
  if (decision === 'approve' && actionCode !== undefined)
    return without('WRONG', "the answer's actionCode stands beside an approval");
  return {
    answer: decision === 'approve' ? 'APPROVE' : 'DECLINE',
    actionCode,
    reason: reason === undefined ? undefined : storableReason(reason),
    until: until === undefined ? undefined : new Date(until),
  };
}

function without(answer: 'WRONG' | 'UNREACHABLE', reason: string): PartnerVerdict {
  return { answer, actionCode: undefined, reason: storableReason(reason), until: undefined };
}

/**
 * Makes a reason safe to store and show: removes card numbers, characters that a one-line text cannot hold, and the patterns
 * that replays search for in a trace.
 */
function storableReason(reason: string): string {
  const clean = maskCardNumbers(reason)
    .replace(/\p{Cc}/gu, ' ')
    .replaceAll(':ON_FOR_ONE', ' ON_FOR_ONE');
  return firstCharacters(clean, LONGEST_PARTNER_REASON);
}
