import { receiveTokenNotification } from '@cardwright/contract';
import { isPolledOften } from './request-log.ts';

/** Requests that a sandbox sends to itself, and the files of its pages. */
const BACKGROUND: ReadonlySet<unknown> = new Set([
  `/V2${receiveTokenNotification.path}`,
  '/console/assets/*',
  '/docs/assets/*',
]);
const INFO = 30;

interface RequestLine {
  readonly time: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly ms: number;
  readonly route?: string;
  readonly caller?: string;
  readonly error?: string;
}

/**
 * Formats the log of a sandbox for the terminal of a person who explores it: each request takes one line, and other
 * lines keep the form that `readable` gives them. Returns an empty text for a line that is left out: the log level
 * `debug` shows it.
 */
export function terminalLines(readable: (line: string) => string): (line: string) => string {
  return (line) => {
    const entry = JSON.parse(line);
    if (entry.msg !== 'request') return entry.level < INFO ? '' : readable(line);
    const isBackground = BACKGROUND.has(entry.route) || isPolledOften(entry.path);
    return isBackground && entry.status < 400 ? '' : requestLine(entry);
  };
}

function requestLine({ time, method, path, status, ms, caller, error }: RequestLine): string {
  const clock = new Date(time).toTimeString().slice(0, 8);
  const details = [`${ms} ms`, caller, error].filter((part) => part !== undefined);
  return `${clock}  ${status}  ${method.padEnd(6)} ${path}  ${details.join('  ')}\n`;
}
