import { openClient } from '../connection/open-client.ts';
import { bold, faint, paint } from '../output/paint.ts';
import { print, printMessage } from '../output/print.ts';
import { untilInterrupted } from '../output/until-interrupted.ts';
import { matchesFilters, type StreamedRequest } from './filter-requests.ts';
import { openStream } from './open-stream.ts';
import type { TailOptions } from './stream-options.ts';

/** Prints requests until the command is interrupted. */
export async function tail(options: TailOptions): Promise<void> {
  const client = await openClient(options);
  const stopped = untilInterrupted();
  for await (const { event, data } of openStream(client, '/sandbox/requests', stopped)) {
    if (event === 'open' && !options.json) printMessage('Waiting for requests. Press Ctrl-C to stop.');
    if (event !== 'request') continue;
    const told = data as StreamedRequest;
    if (!matchesFilters(told, options)) continue;
    print(options.json ? JSON.stringify(told) : linesOf(told).join('\n'));
  }
}

/** One line for the request, and one line for each problem to fix. */
function linesOf(told: StreamedRequest): string[] {
  const { at, status, operation, error, ms, client_id: caller, request_id: id } = told;
  const verdict =
    error === undefined ? paint('green', String(status)) : paint('red', `${status} ${error.code} ${error.name}`);
  const { account, merchant, decision } = told;
  const about = [account, merchant, decision].filter((value) => value !== undefined).map((value) => `  ${value}`);
  const missed =
    told.dropped === 0 ? [] : [faint(`(${told.dropped} requests not shown, because they arrived too fast)`)];
  return [
    ...missed,
    `${faint(at.slice(11, 19))}  ${verdict}  ${bold(operation)}  ${ms} ms  ${caller}  ${faint(id)}${about.join('')}`,
    ...told.findings.map(({ code, path, message }) => `  ${paint('red', code)}  ${path}  ${message}`),
    ...told.warnings.map(({ path, rule }) => `  ${paint('yellow', 'warning')}  ${path}  ${rule}`),
  ];
}
