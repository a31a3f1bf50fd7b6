import { operationAt } from '@cardwright/contract';
import { findCardNumbers, formatMatch } from '@cardwright/server/internal/testing/cards/pan-search';
import { misshapen } from './answer-shape.ts';
import { type FuzzInput, isWellFramed } from './fuzz-input.ts';
import { type FuzzWorld, ID } from './fuzz-world.ts';
import type { NoAnswer, RawAnswer } from './raw-connection.ts';

/** A failure of the server in handling an input. */
export interface FuzzVerdict {
  readonly kind: 'fault' | 'no answer' | 'slow' | 'card number' | 'shape' | 'foreign id' | 'log' | 'crash';
  readonly what: string;
  /** Whether a busy machine could be the cause, so that the failure counts only if it recurs without other load. */
  readonly mayBeLoad?: true;
}

export const SLOW_MS = 2_000;
/** Documented answers of an overloaded server: 902 and 903, which ask to try again. */
const BUSY = new Set([503, 504]);
/**
 * One of these paths shows the sandbox's own card numbers; the others are large pages that are the same for all
 * callers.
 */
const NOT_SEARCHED = /^\/(sandbox\/fixtures|docs|openapi(-v1)?\.json)/;

export function judgeAnswer(
  world: FuzzWorld,
  input: FuzzInput,
  sentBytes: Buffer,
  answer: RawAnswer | NoAnswer,
): FuzzVerdict | undefined {
  if (answer.why !== undefined) {
    if (answer.why === 'silence')
      return { kind: 'slow', what: `no answer in ${Math.round(answer.ms)} ms`, mayBeLoad: true };
    return isWellFramed(input)
      ? { kind: 'no answer', what: 'the connection was closed without a response' }
      : undefined;
  }
  if (answer.status >= 500) {
    const what = `status ${answer.status} ${codeIn(answer.text)}`;
    return BUSY.has(answer.status) ? { kind: 'fault', what, mayBeLoad: true } : { kind: 'fault', what };
  }
  const isWhole = isWellFramed(input);
  const shape = misshapen(isWhole ? operationAt(input.method, input.target) : undefined, answer);
  if (shape !== undefined) return { kind: 'shape', what: shape };
  const leak = leakIn(world, input, answer);
  if (leak !== undefined) return { kind: 'card number', what: leak };
  const foreign = foreignId(world, input, sentBytes, answer.text);
  if (foreign !== undefined) return { kind: 'foreign id', what: foreign };
  if (answer.ms > SLOW_MS) return { kind: 'slow', what: `${Math.round(answer.ms)} ms`, mayBeLoad: true };
  return undefined;
}

function codeIn(text: string): string {
  return /"error_code":"(\d+)"|"Action_Code":"(\w+)"/.exec(text)?.slice(1).find(Boolean) ?? '';
}

function leakIn({ cardNumbers }: FuzzWorld, input: FuzzInput, { headers, text }: RawAnswer): string | undefined {
  if (NOT_SEARCHED.test(input.target)) return undefined;
  const [cardNumber] = findCardNumbers(`${JSON.stringify(headers)}\n${text}`, cardNumbers);
  return cardNumber && `the answer contains ${formatMatch(cardNumber)}`;
}

/** An id of another owner that the request did not name. */
function foreignId(world: FuzzWorld, input: FuzzInput, sentBytes: Buffer, text: string): string | undefined {
  const owner = world.ownerOf(input);
  if (owner === undefined) return undefined;
  world.noteNamed(owner, sentBytes.toString('latin1'));
  for (const [id] of text.matchAll(ID)) {
    const other = world.ownerOfId(id);
    if (other !== undefined && other !== owner && !world.named(owner, id)) return `${owner} received ${id} of ${other}`;
  }
  return undefined;
}

/** Finds forbidden content in a log line: card numbers, and faults that no answer reported. */
export function judgeLine(world: FuzzWorld, line: string): FuzzVerdict | undefined {
  const [cardNumber] = findCardNumbers(line, world.cardNumbers);
  if (cardNumber !== undefined) return { kind: 'card number', what: `the log contains ${formatMatch(cardNumber)}` };
  if (/unhandled|uncaught/i.test(line) && !line.startsWith('{')) return { kind: 'crash', what: line.slice(0, 500) };
  return undefined;
}
