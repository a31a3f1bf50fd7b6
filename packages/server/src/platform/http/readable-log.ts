import { prettyFactory } from 'pino-pretty';

/** Log lines as people read them in a terminal. A line that is no log line stays as it is. */
export function readableLines(colorize: boolean): (line: string) => string {
  return prettyFactory({ colorize, ignore: 'reqId' });
}
