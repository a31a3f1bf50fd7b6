import { ERRORS, type ErrorCode, type ErrorKind, type ErrorName } from '@cardwright/contract';
import { maskNumbers } from './mask-numbers.ts';

/** What can go wrong without an answer of the interface. */
export type LocalErrorCode =
  /** The server could not be reached, or the connection ended before the answer did. */
  | 'connection_failed'
  /** No answer within `timeoutMs`. */
  | 'no_answer_in_time'
  /** An answer came that is none of the interface's: a proxy's page, or half of one. */
  | 'answer_unreadable'
  /** The token endpoint refused the client id, the secret or the key. */
  | 'credentials_refused';

/** One thing that is wrong with the request. */
export interface ErrorFinding {
  /** The field, such as `body.card_name`. */
  readonly path: string;
  readonly code: ErrorCode;
  readonly message: string;
  /** What a person can do about it; merchant onboarding says it. */
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
}

const NAMES = new Map<string, ErrorName>(
  Object.entries(ERRORS).map(([name, { code }]) => [code, name as ErrorName] as const),
);

export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && NAMES.has(code);
}

/**
 * Every failure of a call, but for an abort by the caller's own signal. Holds nothing of the request, so it can be
 * logged whole: numbers that could be those of a card are masked in its texts.
 */
export class CardwrightError extends Error {
  override readonly name = 'CardwrightError';
  /** Of the catalogue (docs/errors.md), or what went wrong without an answer. */
  readonly code: ErrorCode | LocalErrorCode;
  /** The catalogue's name of the code, such as `card_not_found`. */
  readonly errorName: ErrorName | undefined;
  readonly kind: ErrorKind | 'LOCAL';
  /** HTTP status of the answer. */
  readonly status: number | undefined;
  /** Everything that is wrong with the request, not only the first. */
  readonly findings: readonly ErrorFinding[];
  /** Names the request in the server's log, also where no answer came. */
  readonly requestId: string | undefined;
  /** How many accepted deviations the server counted. */
  readonly contractWarnings: number;
  readonly operation: string;
  /** How long the server asks to wait. */
  readonly retryAfterMs: number | undefined;

  constructor(facts: ErrorFacts) {
    const { operation, code, text, status, findings = [], requestId, contractWarnings = 0, retryAfterMs } = facts;
    const request = requestId === undefined ? '' : ` [request ${requestId}]`;
    super(maskNumbers(`${operation}: ${code} ${text}${request}`));
    const name = NAMES.get(code);
    this.operation = operation;
    this.code = code;
    this.errorName = name;
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
  }

  /** Errors have no enumerable message, so that JSON would leave it out. */
  toJSON(): object {
    const { stack: _, retryAfterMs: __, ...facts } = { ...this, message: this.message };
    return facts;
  }
}
