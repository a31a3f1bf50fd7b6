import { type Logger, type LogLevel, loggerAt } from './call-log.ts';
import type { AnswerFacts } from './pending.ts';

/** Options of all clients. */
export interface ClientOptions {
  /** Address of the gateway, such as `https://cards.example.com`, including the path that it is served below. */
  readonly baseUrl: string | URL;
  /** The caller's own bank, for `bank_id` and `Financial-Id`. Default: the bank of the access token. */
  readonly bankId?: string;
  /** `src_application` and `Channel-Id`: the channel that sends the request, at most 10 characters. */
  readonly sourceApplication?: string;
  /** `target_application`. */
  readonly targetApplication?: string;
  /** The prefix of the envelope's root key, as the operator configured it. */
  readonly operatorPrefix?: string;
  /** The first part of each path. */
  readonly interfaceVersion?: 'V1' | 'V2';
  /** Headers to add to every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Replaces the runtime's own fetch, for a proxy, a connection pool or a test. */
  readonly fetch?: typeof globalThis.fetch;
  /** Time limit for each attempt. */
  readonly timeoutMs?: number;
  /** Most retries of a call. A call is only retried if this is safe and can help. */
  readonly maxRetries?: number;
  /** The first pause before a retry. Each further pause may be twice as long, up to 8 seconds. */
  readonly retryDelayMs?: number;
  /** Called for every answer, for logs and metrics. */
  readonly onAnswer?: (answer: AnswerFacts) => void;
  /**
   * Log of the client. Without one, the client writes nothing. The log has codes, ids and pauses, but no values of
   * requests.
   */
  readonly logger?: Logger;
  /** Default `warn`: retries, accepted deviations, and failures that the request did not cause. */
  readonly logLevel?: LogLevel;
}

type ResolvedOption = 'bankId' | 'onAnswer' | 'baseUrl' | 'logger' | 'logLevel';

/** The options with all defaults. */
export interface ClientSettings extends Required<Omit<ClientOptions, ResolvedOption>> {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly bankId: string | undefined;
  readonly onAnswer: ((answer: AnswerFacts) => void) | undefined;
  readonly log: Logger;
}

export function settingsOf(options: ClientOptions): ClientSettings {
  const { bankId, onAnswer } = options;
  return {
    sourceApplication: options.sourceApplication ?? 'SDK',
    targetApplication: options.targetApplication ?? 'CARDWRIGHT',
    operatorPrefix: options.operatorPrefix ?? 'Gw',
    interfaceVersion: options.interfaceVersion ?? 'V2',
    headers: { ...options.headers },
    // resolved at each call, so that a later replacement also takes effect
    fetch: options.fetch ?? ((...request) => globalThis.fetch(...request)),
    timeoutMs: options.timeoutMs ?? 60_000,
    maxRetries: options.maxRetries ?? 2,
    retryDelayMs: options.retryDelayMs ?? 500,
    baseUrl: readBaseUrl(options.baseUrl),
    bankId,
    onAnswer,
    log: loggerAt(options.logger, options.logLevel),
  };
}

function readBaseUrl(baseUrl: string | URL): string {
  const url = new URL(baseUrl);
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new TypeError('baseUrl has no user, no password, no query and no fragment');
  }
  return url.href.replace(/\/+$/, '');
}
