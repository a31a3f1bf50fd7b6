import { type Logger, type LogLevel, loggerAt } from './call-log.ts';
import type { AnswerFacts } from './pending.ts';

/** Options of all clients. */
export interface ClientOptions {
  /** Address of the gateway, such as `https://cards.example.com`, including its path prefix if it has one. */
  readonly baseUrl: string | URL;
  /** The caller's bank, sent as `bank_id` and `Financial-Id`. Default: the bank in the access token. */
  readonly bankId?: string;
  /** Sent as `src_application` and `Channel-Id`: the channel of the request, at most 10 characters. Default `SDK`. */
  readonly sourceApplication?: string;
  /** Sent as `target_application`. Default `CARDWRIGHT`. */
  readonly targetApplication?: string;
  /** The prefix of the envelope's root key, as the operator configured it. Default `Gw`. */
  readonly operatorPrefix?: string;
  /** The first part of each path. Default `V2`. */
  readonly interfaceVersion?: 'V1' | 'V2';
  /** Headers to add to every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Replaces the `fetch` of the runtime, for a proxy, a connection pool, or a test. */
  readonly fetch?: typeof globalThis.fetch;
  /** Time limit for each attempt, in milliseconds. Default 60,000. */
  readonly timeoutMs?: number;
  /** Maximum number of retries of a call. Default 2. A call is retried only if this is safe and can help. */
  readonly maxRetries?: number;
  /**
   * The first pause before a retry, in milliseconds. Default 500. Each further pause may be twice as long, up to 8
   * seconds.
   */
  readonly retryDelayMs?: number;
  /** Called for every answer, for logs and metrics. */
  readonly onAnswer?: (answer: AnswerFacts) => void;
  /**
   * Destination of the client's log. Without it, the client writes no log. The log has codes, ids and pauses, but no
   * values of requests.
   */
  readonly logger?: Logger;
  /**
   * The lowest level that is logged. The default `warn` includes retries, accepted deviations, and failures that the
   * request did not cause.
   */
  readonly logLevel?: LogLevel;
}

type ResolvedOption = 'bankId' | 'onAnswer' | 'baseUrl' | 'logger' | 'logLevel';

/** The options, with defaults for those that the caller did not set. */
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
    // Looks up fetch at each call, so that a later replacement of the global also takes effect.
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
