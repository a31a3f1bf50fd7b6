import {
  type ChangeRequest,
  ERRORS,
  type ErrorCode,
  type ErrorKind,
  type ErrorName,
  maskNumbers,
} from '@cardwright/contract';

/** Failures without an answer of the interface. */
export type LocalErrorCode =
  /** The server could not be reached, or the connection ended before the answer was complete. */
  | 'connection_failed'
  /** No answer within `timeoutMs`. */
  | 'no_answer_in_time'
  /** The answer is not from the interface, such as a proxy's page, or is incomplete. */
  | 'answer_unreadable'
  /** The token endpoint refused the client id, the secret or the key. */
  | 'credentials_refused'
  /** The change waits for a second person, and nothing has changed (docs/interface/change-requests.md). */
  | 'approval_required';

/** A fault of the request. */
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
  /** A code of the catalogue (docs/errors.md), or a failure without an answer. */
  readonly code: ErrorCode | LocalErrorCode;
  /** The catalogue's name of the code, such as `card_not_found`. */
  readonly errorName: ErrorName | undefined;
  /** What the server answered, which is in `message` between what its log needs. */
  readonly text: string;
  readonly kind: ErrorKind | 'LOCAL';
  /** HTTP status of the answer. */
  readonly status: number | undefined;
  /** All faults of the request, not only the first one. */
  readonly findings: readonly ErrorFinding[];
  /** Identifies the request in the server's log, even if no answer arrived. */
  readonly requestId: string | undefined;
  /** Number of accepted deviations that the server counted. */
  readonly contractWarnings: number;
  readonly operation: string;
  /** The pause that the server requests. */
  readonly retryAfterMs: number | undefined;
  /** The change that waits for a second person, for `approval_required`. */
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

  /** Errors have no enumerable message, so JSON would omit it. */
  toJSON(): object {
    const { stack: _, retryAfterMs: __, changeRequest: ___, text: ____, ...facts } = { ...this, message: this.message };
    return facts;
  }
}
