import { type Logger, type LogLevel, loggerAt } from './call-log.ts';
import type { AnswerFacts } from './pending.ts';

/** What every client may be told. */
export interface ClientOptions {
  /** Where the gateway is, such as `https://cards.example.com`; with a path, if it is served below one. */
  readonly baseUrl: string | URL;
  /** The caller's own bank, for `bank_id` and `Financial-Id`. Without it, the one of the access token. */
  readonly bankId?: string;
  /** `src_application` and `Channel-Id`: the channel that sends, at most 10 characters. */
  readonly sourceApplication?: string;
  /** `target_application`. */
  readonly targetApplication?: string;
  /** The prefix of the envelope's root key, as the operator configured it. */
  readonly operatorPrefix?: string;
  /** The first part of every path. */
  readonly interfaceVersion?: 'V1' | 'V2';
  /** Added to every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** In place of the runtime's own, for a proxy, a pool of connections or a test. */
  readonly fetch?: typeof globalThis.fetch;
  /** For each attempt. */
  readonly timeoutMs?: number;
  /** How often a call is repeated at most, where repeating is safe and may help. */
  readonly maxRetries?: number;
  /** The first pause before a repeat; each further one may be twice as long, up to 8 seconds. */
  readonly retryDelayMs?: number;
  /** Told of every answer, for logs and metrics. */
  readonly onAnswer?: (answer: AnswerFacts) => void;
  /** Told what the client does; without one it writes nothing. Codes, ids and pauses are told, and no value of a request. */
  readonly logger?: Logger;
  /** `warn` by default: repeats, accepted deviations, and failures that are not the request's. */
  readonly logLevel?: LogLevel;
}

type NotAsGiven = 'bankId' | 'onAnswer' | 'baseUrl' | 'logger' | 'logLevel';

/** The same with all defaults. */
export interface ClientSettings extends Required<Omit<ClientOptions, NotAsGiven>> {
  /** Without a slash at its end. */
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
    // looked up at each call, so that what replaces it later is used too
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

function readBaseUrl(given: string | URL): string {
  const url = new URL(given);
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new TypeError('baseUrl has no user, no password, no query and no fragment');
  }
  return url.href.replace(/\/+$/, '');
}
