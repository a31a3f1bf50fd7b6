import {
  type ChangeRequest,
  ERRORS,
  type ErrorCode,
  type ErrorKind,
  type ErrorName,
  maskNumbers,
} from '@cardwright/contract';

/** Codes of failures that have no answer from the interface. */
export type LocalErrorCode =
  /** The server could not be reached, or the connection ended before the answer was complete. */
  | 'connection_failed'
  /** No answer arrived within `timeoutMs`. */
  | 'no_answer_in_time'
  /** The answer is incomplete, or does not come from the interface, such as an error page of a proxy. */
  | 'answer_unreadable'
  /** The token endpoint refused the client id, the secret, or the key. */
  | 'credentials_refused'
  /** The change waits for a second person, and nothing has changed (docs/interface/change-requests.md). */
  | 'approval_required';

/** One fault of the request. */
export interface ErrorFinding {
  /** The field, such as `body.card_name`. */
  readonly path: string;
  readonly code: ErrorCode;
  readonly message: string;
  /** How a person can fix the fault. Only merchant onboarding has it. */
  readonly action?: string;
}

export interface ErrorFacts {
  readonly operation: string;
  readonly code: ErrorCode | LocalErrorCode;
  readonly text: string;
  readonly status?: number | undefined;
  readonly findings?: readonly ErrorFinding[];
  readonly requestId?: string | undefined;
  readonly contractWarnings?: number;
  readonly retryAfterMs?: number | undefined;
  readonly changeRequest?: ChangeRequest | undefined;
}

const NAMES = new Map<string, ErrorName>(
  Object.entries(ERRORS).map(([name, { code }]) => [code, name as ErrorName] as const),
);

export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && NAMES.has(code);
}

/**
 * Any failure of a call, except for an abort by the caller's own signal. It has no content of the request and is safe
 * to log: numbers that could be card numbers are masked in its texts.
 */
export class CardwrightError extends Error {
  override readonly name = 'CardwrightError';
  /** A code of the catalogue (docs/errors.md), or a code of a failure without an answer. */
  readonly code: ErrorCode | LocalErrorCode;
  /** The name of the code in the catalogue, such as `card_not_found`. Undefined if there was no answer. */
  readonly errorName: ErrorName | undefined;
  /** The text of the answer alone. `message` also contains the operation, the code, and the request id. */
  readonly text: string;
  readonly kind: ErrorKind | 'LOCAL';
  /** HTTP status of the answer. */
  readonly status: number | undefined;
  /** All faults of the request, not only the first one. */
  readonly findings: readonly ErrorFinding[];
  /** Identifies the request in the server's log, even if no answer arrived. */
  readonly requestId: string | undefined;
  /** Number of deviations that the server accepted in this request. */
  readonly contractWarnings: number;
  readonly operation: string;
  /** The pause that the server requests before a retry, in milliseconds. */
  readonly retryAfterMs: number | undefined;
  /** The change that waits for a second person. Set only for `approval_required`. */
  readonly changeRequest: ChangeRequest | undefined;

  constructor(facts: ErrorFacts) {
    const { operation, code, text, status, findings = [], requestId, contractWarnings = 0, retryAfterMs } = facts;
    const request = requestId === undefined ? '' : ` [request ${requestId}]`;
    super(maskNumbers(`${operation}: ${code} ${text}${request}`));
    const name = NAMES.get(code);
    this.operation = operation;
    this.code = code;
    this.errorName = name;
    this.text = maskNumbers(text);
    this.kind = name === undefined ? 'LOCAL' : ERRORS[name].kind;
    this.status = status;
    this.findings = findings.map((finding) => ({
      ...finding,
      path: maskNumbers(finding.path),
      message: maskNumbers(finding.message),
    }));
    this.requestId = requestId;
    this.contractWarnings = contractWarnings;
    this.retryAfterMs = retryAfterMs;
    this.changeRequest = facts.changeRequest;
  }

  /** Adds `message`, which JSON would otherwise omit because it is not enumerable in errors. */
  toJSON(): object {
    const { stack: _, retryAfterMs: __, changeRequest: ___, text: ____, ...facts } = { ...this, message: this.message };
    return facts;
  }
}
