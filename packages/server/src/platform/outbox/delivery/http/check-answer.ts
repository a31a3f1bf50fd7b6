import { DELIVERY_NOTES, firstCharacters, isConfirmedByStatus, renderDeliveryNote } from '@cardwright/contract';
import { maskCardNumbers } from '../../../kernel/text/masked-text.ts';

/** Why an answer with a 2xx status does not count as delivered. */
export interface AnswerFault {
  /**
   * REJECTED: the receiver understood the notification and refused it. BAD_ANSWER: the body is not an answer to a
   * notification.
   */
  readonly outcome: 'REJECTED' | 'BAD_ANSWER';
  readonly reason: string;
  /** The code of a refusal. */
  readonly code?: string;
}

const LONGEST_ID = 12;
const SUCCESS = '00';
const LONGEST_QUOTE = 40;

/**
 * Checks the answer to a token notification, which is delivered if the answer echoes its type, has an id and has code
 * 00 (docs/interface/token-notification.md#response). For other types any 2xx status means delivered, whatever the body
 * holds.
 */
export function findFault(type: string, text: string): AnswerFault | undefined {
  if (isConfirmedByStatus(type)) return undefined;
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    return bad(DELIVERY_NOTES.answerNotJson);
  }
  if (!isObject(answer)) return bad(DELIVERY_NOTES.answerNotObject);
  const code = memberOf(memberOf(answer.response, 'status'), 'code');
  // checked first, because it is the most specific: a receiver that refuses may omit the rest
  if (typeof code === 'string' && code !== SUCCESS) {
    return { outcome: 'REJECTED', reason: renderDeliveryNote('code', { quote: quote(code) }), code };
  }
  if (code === undefined) return bad(DELIVERY_NOTES.codeMissing);
  if (code !== SUCCESS) return bad(renderDeliveryNote('codeNotText', { quote: quote(code) }));
  if (answer.type === undefined) return bad(DELIVERY_NOTES.typeMissing);
  if (answer.type !== type) return bad(renderDeliveryNote('typeOther', { quote: quote(answer.type), type }));
  return findWrongId(answer.id);
}

function findWrongId(id: unknown): AnswerFault | undefined {
  if (id === undefined) return bad(DELIVERY_NOTES.idMissing);
  if (typeof id !== 'string') return bad(renderDeliveryNote('idNotText', { quote: quote(id) }));
  const { length } = [...id];
  if (length === 0) return bad(DELIVERY_NOTES.idEmpty);
  return length > LONGEST_ID ? bad(renderDeliveryNote('idTooLong', { count: length })) : undefined;
}

function bad(reason: string): AnswerFault {
  return { outcome: 'BAD_ANSWER', reason };
}

function memberOf(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value from outside, shortened for one log line and with card numbers masked. */
function quote(value: unknown): string {
  const text = maskCardNumbers(JSON.stringify(value));
  return text.length > LONGEST_QUOTE ? `${firstCharacters(text, LONGEST_QUOTE)}…` : text;
}
