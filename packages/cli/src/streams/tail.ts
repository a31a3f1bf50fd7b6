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
    const request = data as StreamedRequest;
    if (!matchesFilters(request, options)) continue;
    print(options.json ? JSON.stringify(request) : linesOf(request).join('\n'));
  }
}

/** One line for the request, and one line for each problem to fix. */
function linesOf(request: StreamedRequest): string[] {
  const { at, status, operation, error, ms, client_id: caller, request_id: id } = request;
  const verdict =
    error === undefined ? paint('green', String(status)) : paint('red', `${status} ${error.code} ${error.name}`);
  const { account, merchant, decision } = request;
  const about = [account, merchant, decision].filter((value) => value !== undefined).map((value) => `  ${value}`);
  const missed =
    request.dropped === 0 ? [] : [faint(`(${request.dropped} requests not shown, because they arrived too fast)`)];
  return [
    ...missed,
    `${faint(at.slice(11, 19))}  ${verdict}  ${bold(operation)}  ${ms} ms  ${caller}  ${faint(id)}${about.join('')}`,
    ...request.findings.map(({ code, path, message }) => `  ${paint('red', code)}  ${path}  ${message}`),
    ...request.warnings.map(({ path, rule }) => `  ${paint('yellow', 'warning')}  ${path}  ${rule}`),
  ];
}
