import { prettyFactory } from 'pino-pretty';

/** Formats log lines for a terminal. Other lines stay as they are. */
export function readableLines(colorize: boolean): (line: string) => string {
  return prettyFactory({ colorize, ignore: 'reqId' });
}
