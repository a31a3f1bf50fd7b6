import type { FastifyBaseLogger } from 'fastify';
import type { Bindings, ChildLoggerOptions, LevelWithSilent, Logger } from 'pino';

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/**
 * The logger of one request, which adds its id to each line. It is created with the first line: most authorizations log
 * nothing, and a logger takes a twelfth of the memory of an authorization.
 */
class RequestLogger {
  readonly #make: () => Logger;
  readonly #parent: Logger;
  #made: Logger | undefined;

  constructor(parent: Logger, make: () => Logger) {
    this.#parent = parent;
    this.#make = make;
  }

  get logger(): Logger {
    this.#made ??= this.#make();
    return this.#made;
  }

  get level(): string {
    return this.#parent.level;
  }

  get msgPrefix(): string | undefined {
    return this.#parent.msgPrefix;
  }

  isLevelEnabled(level: LevelWithSilent): boolean {
    return this.#parent.isLevelEnabled(level);
  }

  child(bindings: Bindings, options?: ChildLoggerOptions): Logger {
    return this.logger.child(bindings, options);
  }
}

for (const level of LEVELS) {
  Object.defineProperty(RequestLogger.prototype, level, {
    value(this: RequestLogger, ...line: [object, string?]) {
      this.logger[level](...line);
    },
  });
}

export function requestLogger(
  parent: Logger,
  bindings: () => Bindings,
  options: ChildLoggerOptions,
): FastifyBaseLogger {
  return new RequestLogger(parent, () => parent.child(bindings(), options)) as unknown as FastifyBaseLogger;
}
