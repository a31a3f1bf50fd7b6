import { prettyFactory } from 'pino-pretty';

/**
 * Formats log lines for a terminal. Other lines stay as they are. The scopes of an access token fill half a screen, so
 * only the JSON log has them.
 */
export function readableLines(colorize: boolean): (line: string) => string {
  return prettyFactory({ colorize, ignore: 'reqId,scope' });
}
