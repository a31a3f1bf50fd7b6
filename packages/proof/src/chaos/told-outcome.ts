import type { Answer, EnvelopeParts } from '../../../server/src/testing/test-server.ts';

/** An answer that says what has happened. */
export interface DecidedAnswer {
  readonly kind: 'done';
  /** What the model has to say as well. */
  readonly output: string;
  /** The whole answer. */
  readonly text: string;
  /** Whether the same request gets it for good. A refusal is not kept: the same request may succeed later. */
  readonly isKept: boolean;
}

/**
 * What an answer promises. `nothing`: nothing was stored, nor will be. `unknown`: it may have happened, or may happen later.
 */
export type ToldOutcome = DecidedAnswer | { readonly kind: 'nothing' | 'unknown' };

/** As the client writes down that there was no answer: the connection broke, or the caller did not wait any longer. */
export const NO_ANSWER = 0;

const UNKNOWN = { kind: 'unknown' } as const;
const NOTHING = { kind: 'nothing' } as const;

/** docs/interface/authorization-message.md#deadline: 91 without `Outcome: unknown` was not stored. */
export function reportedByAuthorization(answer: Answer): ToldOutcome {
  const { Action_Code: code, Additional_Response_Data: reason } = answer.json;
  if (answer.status === 200) return { kind: 'done', output: `${code} ${reason}`, text: answer.text, isKept: true };
  return code === '91' && answer.headers.outcome !== 'unknown' ? NOTHING : UNKNOWN;
}

/** Codes of an envelope that promise nothing: a malfunction, no connection, no time, too many requests, no access. */
const IN_DOUBT = ['901', '902', '903', '201', '202', '204'];

export function reportedByEnvelope(answer: EnvelopeParts, outputOf: (answer: EnvelopeParts) => string): ToldOutcome {
  const code = answer.exception?.error_code;
  if (code === undefined || IN_DOUBT.includes(code)) return UNKNOWN;
  const text = JSON.stringify([code, answer.body]);
  const isKept = code === '000';
  return { kind: 'done', output: isKept ? outputOf(answer) : code, text, isKept };
}

/** Codes of HTTP that say what has happened; all others promise nothing. */
const DECIDED = [200, 202, 400, 404, 409];

/** That the request before it, with the same key, is not over yet. */
const STILL_RUNNING = '111';

export const stillRuns = ({ json }: Pick<Answer, 'json'>) => json.error_code === STILL_RUNNING;

export function reportedByRest(answer: Answer, outputOf: (answer: Answer) => string): ToldOutcome {
  if (!DECIDED.includes(answer.status) || stillRuns(answer)) return UNKNOWN;
  const isGood = answer.status < 300;
  return { kind: 'done', output: isGood ? outputOf(answer) : String(answer.status), text: answer.text, isKept: isGood };
}
