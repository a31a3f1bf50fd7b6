/** Destination of the client's log: `console`, or a logger with the same methods. */
export interface Logger {
  debug(message: string, facts: object): void;
  info(message: string, facts: object): void;
  warn(message: string, facts: object): void;
  error(message: string, facts: object): void;
}

/** The lowest level that is logged. `off` logs nothing. */
export type LogLevel = 'off' | 'error' | 'warn' | 'info' | 'debug';

const LEVELS: readonly LogLevel[] = ['off', 'error', 'warn', 'info', 'debug'];

/** Returns a logger that drops the entries below the given level. */
export function loggerAt(logger: Logger | undefined, level: LogLevel = 'warn'): Logger {
  const most = logger === undefined ? 0 : LEVELS.indexOf(level);
  if (most < 0) throw new TypeError(`logLevel is one of ${LEVELS.join(', ')}`);
  const at = (one: Exclude<LogLevel, 'off'>) => (message: string, facts: object) => {
    if (LEVELS.indexOf(one) <= most) logger?.[one](`cardwright: ${message}`, facts);
  };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
