import type { ActionCode } from '@cardwright/contract';
import type { Message } from '@cardwright/iso8583';
import type { Caller } from '../../../platform/access/index.ts';
import { OutcomeUnknown } from '../../../platform/kernel/outcome-unknown.ts';
import type { Clock } from '../../../platform/kernel/time/clock.ts';
import type { EcommerceAuthorizer } from '../../authorization/index.ts';
import { classOf } from '../mapping/message-class.ts';
import { NO_AMOUNT, type OriginalData, type OriginalTime, readOriginal } from '../mapping/original-data.ts';
import { type ResponseCodes, toResponseCode } from '../mapping/response-code.ts';
import { toAuthorization } from '../mapping/to-authorization.ts';
import { type ResponseFields, toResponse } from '../mapping/to-response.ts';
import { type EndingDeps, type EndingKind, type EndingOutcome, endOriginal } from './end-original.ts';

/** The outcomes of a message, as the metrics name them. */
export const MESSAGE_OUTCOMES = [
  'approved',
  'declined',
  'accepted',
  'unknown_original',
  'not_reversible',
  'format_error',
  'foreign_card',
  'not_supported',
  'late',
  'failed',
] as const;
export type MessageOutcome = (typeof MESSAGE_OUTCOMES)[number];

export interface AnswerDeps extends EndingDeps {
  readonly clock: Clock;
  readonly authorizer: Pick<EcommerceAuthorizer, 'decide'>;
  /** The action code for an error that the message did not cause. */
  readonly actionCodeOfFault: (error: unknown) => ActionCode;
}

/** The source of a message, and what its response depends on. */
export interface MessageSource {
  readonly caller: Caller;
  /** The BINs that the peer may use; undefined for all BINs of the caller. */
  readonly bins: readonly string[] | undefined;
  readonly codes: ResponseCodes;
  /** The stored time by which the peer names the original of a message. */
  readonly originalTime: OriginalTime;
  /** When the peer stops waiting, on the clock of `performance.now()`. */
  readonly deadline: number;
  readonly requestId: string;
}

/** `response` is undefined if nothing must be sent: the message type has no response, or the response would be late. */
export interface MessageResponse {
  readonly response: Message | undefined;
  readonly outcome: MessageOutcome;
}

/** Answers any message of a peer except network management. Never throws. */
export async function answerMessage(
  deps: AnswerDeps,
  message: Message,
  source: MessageSource,
): Promise<MessageResponse> {
  let decision: MessageDecision;
  try {
    decision = await decideMessage(deps, message, source);
  } catch (error) {
    if (!mayAnswerFault(error, message)) return { response: undefined, outcome: 'failed' };
    const code = deps.actionCodeOfFault(error);
    decision = { outcome: 'failed', responseCode: toResponseCode(code, source.codes) };
  }
  if (performance.now() > source.deadline) return { response: undefined, outcome: 'late' };
  const { outcome, ...fields } = decision;
  return { response: toResponse(message, fields), outcome };
}

/**
 * Whether an error may be sent as the response. A message that may be stored must get only its own response, and a peer
 * stops repeating advices and reversals after any response.
 */
function mayAnswerFault(error: unknown, message: Message): boolean {
  return !(error instanceof OutcomeUnknown) && classOf(message.mti) === 'authorization';
}

interface MessageDecision extends ResponseFields {
  readonly outcome: MessageOutcome;
}

const FORMAT_ERROR = '30';
const NO_SUCH_CARD = '14';
const NO_ACTION_TAKEN = '21';
const NOT_SUPPORTED = '40';

function decideMessage(deps: AnswerDeps, message: Message, source: MessageSource): Promise<MessageDecision> {
  const kind = classOf(message.mti);
  const code = (value: string) => toResponseCode(value, source.codes);
  if (kind === undefined || kind === 'network' || kind === 'response') {
    return Promise.resolve({ outcome: 'not_supported', responseCode: code(NOT_SUPPORTED) });
  }
  const pan = message.get(2) ?? '';
  if (source.bins !== undefined && !source.bins.some((bin) => pan.startsWith(bin))) {
    return Promise.resolve({ outcome: 'foreign_card', responseCode: code(NO_SUCH_CARD), reason: 'CARD_NOT_FOUND' });
  }
  switch (kind) {
    case 'authorization':
    case 'advice':
      return authorize(deps, message, source, kind === 'advice');
    case 'reversal':
      return end(deps, message, source, 'REVERSAL');
    case 'completion':
      return complete(deps, message, source);
  }
}

async function authorize(
  { authorizer, clock }: AnswerDeps,
  message: Message,
  { caller, codes, deadline }: MessageSource,
  isAdvice: boolean,
): Promise<MessageDecision> {
  const read = toAuthorization(message, clock.now(), isAdvice);
  if (!read.ok) return formatError(read.field, codes);
  const { response } = await authorizer.decide(read.body, caller, deadline);
  const { actionCode, approvalCode, reason, settlementDate } = response.outcome;
  const date = `${settlementDate.slice(5, 7)}${settlementDate.slice(8, 10)}`;
  if (isAdvice) return { outcome: 'accepted', responseCode: toResponseCode('00', codes), settlementDate: date };
  return {
    outcome: actionCode === '00' ? 'approved' : 'declined',
    responseCode: toResponseCode(actionCode, codes),
    approvalCode,
    settlementDate: date,
    ...(actionCode !== '00' && { reason }),
  };
}

async function end(
  deps: AnswerDeps,
  message: Message,
  source: MessageSource,
  kind: EndingKind,
  original: OriginalData | undefined = readOriginal(message, source.originalTime),
): Promise<MessageDecision> {
  const { caller, codes, requestId } = source;
  const missing = [2, 37].find((field) => !message.has(field));
  if (missing !== undefined) return formatError(missing, codes);
  if (message.get(95) === NO_AMOUNT) return formatError(95, codes);
  if (original === undefined && message.has(90)) return formatError(90, codes);
  if (!/^[0-9A-Za-z ]{12}$/.test(message.get(37) ?? '')) return formatError(37, codes);
  const ended = await endOriginal(deps, message, { kind, caller, requestId, original, now: deps.clock.now() });
  if (ended === 'other_currency') return formatError(49, codes);
  return { outcome: OUTCOME_OF[ended], responseCode: toResponseCode(CODE_OF[ended], codes) };
}

type AcceptableOutcome = Exclude<EndingOutcome, 'other_currency'>;

const OUTCOME_OF: Readonly<Record<AcceptableOutcome, MessageOutcome>> = {
  ended: 'accepted',
  already_ended: 'accepted',
  completed: 'not_reversible',
  unknown_original: 'unknown_original',
};

const CODE_OF: Readonly<Record<AcceptableOutcome, string>> = {
  ended: '00',
  already_ended: '00',
  completed: NO_ACTION_TAKEN,
  unknown_original: '00',
};

/** A completion without an original is a decision of the network: it is stored as an advice, and completed. */
async function complete(deps: AnswerDeps, message: Message, source: MessageSource): Promise<MessageDecision> {
  const ended = await end(deps, message, source, 'COMPLETION');
  if (ended.outcome !== 'unknown_original') return ended;
  const advised = await authorize(deps, message, source, true);
  if (advised.outcome !== 'accepted') return advised;
  const itself: OriginalData = {
    mti: '0120',
    systemTrace: Number(message.get(11)),
    at: message.get(7) ?? '',
    time: 'transmission',
    acquirer: '',
  };
  return await end(deps, message, source, 'COMPLETION', itself);
}

function formatError(field: number, codes: ResponseCodes): MessageDecision {
  return { outcome: 'format_error', responseCode: toResponseCode(FORMAT_ERROR, codes), reason: `FORMAT ${field}` };
}
