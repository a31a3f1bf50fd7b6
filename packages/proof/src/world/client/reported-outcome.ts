import type { Answer, EnvelopeParts } from '../../../../server/src/testing/test-server.ts';

/** An answer that states the outcome. */
export interface DefiniteAnswer {
  readonly kind: 'done';
  /** The output that the model must give too. */
  readonly output: string;
  /** The complete answer. */
  readonly text: string;
  /** Whether the same request always gets this answer. A refusal is not stored: the same request may succeed later. */
  readonly isFinal: boolean;
}

/**
 * What an answer guarantees. `nothing`: nothing was stored, and nothing will be. `unknown`: the request may have taken
 * effect, or may still do so.
 */
export type ReportedOutcome = DefiniteAnswer | { readonly kind: 'nothing' | 'unknown' };

const UNKNOWN = { kind: 'unknown' } as const;
const NOTHING = { kind: 'nothing' } as const;

/**
 * Returns the outcome of an authorization. A message with 91 and without `Outcome: unknown` was not stored
 * (docs/interface/authorization-message.md#deadline).
 */
export function outcomeOfAuthorization(answer: Answer): ReportedOutcome {
  const { Action_Code: code, Additional_Response_Data: reason } = answer.json;
  if (answer.status === 200) return { kind: 'done', output: `${code} ${reason}`, text: answer.text, isFinal: true };
  return code === '91' && answer.headers.outcome !== 'unknown' ? NOTHING : UNKNOWN;
}

/** Codes of an envelope that guarantee nothing: a malfunction, no connection, no time, too many requests, no access. */
const IN_DOUBT = ['901', '902', '903', '201', '202', '204'];

export function outcomeOfEnvelope(answer: EnvelopeParts, outputOf: (answer: EnvelopeParts) => string): ReportedOutcome {
  const code = answer.exception?.error_code;
  if (code === undefined || IN_DOUBT.includes(code)) return UNKNOWN;
  const text = JSON.stringify([code, answer.body]);
  const isFinal = code === '000';
  return { kind: 'done', output: isFinal ? outputOf(answer) : code, text, isFinal };
}

/** HTTP statuses that state the outcome. All others guarantee nothing. */
const FINAL_STATUSES = [200, 202, 400, 404, 409];

/** The error code of a request whose predecessor with the same key is still running. */
const STILL_RUNNING = '111';

export const stillRuns = ({ json }: Pick<Answer, 'json'>) => json.error_code === STILL_RUNNING;

export function outcomeOfRest(answer: Answer, outputOf: (answer: Answer) => string): ReportedOutcome {
  if (!FINAL_STATUSES.includes(answer.status) || stillRuns(answer)) return UNKNOWN;
  const isGood = answer.status < 300;
  return {
    kind: 'done',
    output: isGood ? outputOf(answer) : String(answer.status),
    text: answer.text,
    isFinal: isGood,
  };
}
