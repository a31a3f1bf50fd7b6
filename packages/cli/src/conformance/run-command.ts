import { writeFileSync } from 'node:fs';
import { EXIT_FAILED } from '../output/exit-codes.ts';
import { print } from '../output/print.ts';
import { LOCAL_SANDBOX } from '../sandbox/sandbox-url.ts';
import type { Transport } from './exchange.ts';
import { fetchTransport } from './fetch-transport.ts';
import { clockOf, openTarget } from './open-target.ts';
import { mappedTransport, readPathMap } from './path-map.ts';
import { htmlReport } from './report/html.ts';
import { junitXml } from './report/junit.ts';
import { type ConformanceReport, countsOf } from './report/report.ts';
import { COLOURED, PLAIN, terminalLines } from './report/terminal.ts';
import { runCases } from './run-cases.ts';
import { configuredTarget, type TargetOptions } from './target-options.ts';
import { readTraffic } from './traffic/read-traffic.ts';
import { startRecorder, writeHar } from './traffic/recorder.ts';
import { replayTraffic } from './traffic/replay.ts';

export interface RunFlags extends TargetOptions {
  readonly url?: string;
  /** The file of the path map, if paths differ from the reference. */
  readonly paths?: string;
  readonly sandbox?: true;
  /** Records the traffic to this file. */
  readonly record?: string;
  readonly listen: string;
  /** Reads recorded traffic instead of sending requests. */
  readonly replay?: string;
  readonly readOnly?: true;
  readonly only?: string;
  readonly receiver: boolean;
  readonly receiverPort?: string;
  readonly receiverUrl?: string;
  readonly atOnce: string;
  readonly json?: string;
  readonly html?: string;
  readonly junit?: string;
}

/** Runs the cases that the flags select, and writes every requested report. */
export async function runConformance(flags: RunFlags): Promise<void> {
  if (flags.replay !== undefined) {
    const map = flags.paths === undefined ? undefined : readPathMap(flags.paths);
    writeReports(replayTraffic(readTraffic(flags.replay), map), flags);
    return;
  }
  const map = flags.paths === undefined ? undefined : readPathMap(flags.paths);
  const configuration = await configuredTarget(flags);
  const url = configuration.url ?? flags.url ?? LOCAL_SANDBOX;
  const transport = mappedTransport(fetchTransport(url), map);
  if (flags.record !== undefined) {
    // The recorder writes traffic as it arrives.
    await record(fetchTransport(url), flags.record, url, flags);
    return;
  }
  const target = await openTarget(transport, configuration);
  const only = flags.only === undefined ? undefined : new RegExp(flags.only);
  const report = await runCases({
    target,
    now: await clockOf(transport),
    mayChange: flags.sandbox === true,
    atOnce: Number(flags.atOnce),
    ...(only !== undefined && { chosen: ({ id }: { id: string }) => only.test(id) }),
    ...(flags.receiver && { receiver: receiverOf(flags) }),
  });
  writeReports(report, flags);
}

/** Records until the command is interrupted. */
async function record(transport: Transport, file: string, url: string, { listen }: RunFlags): Promise<void> {
  const recorder = await startRecorder(transport, Number(listen));
  process.stdout.write(`recording ${recorder.url} -> ${url}; press Ctrl-C to stop\n`);
  process.removeAllListeners('SIGINT').removeAllListeners('SIGTERM');
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  await recorder.stop();
  writeHar(file, recorder.recorded, url);
  process.stderr.write(`wrote ${recorder.recorded.length} requests to ${file}, without tokens and full card numbers\n`);
}

function receiverOf({ receiverPort, receiverUrl }: RunFlags) {
  const host = receiverUrl === undefined ? {} : { host: '0.0.0.0', publicUrl: receiverUrl };
  return { ...host, ...(receiverPort !== undefined && { port: Number(receiverPort) }) };
}

type ReportFiles = Pick<RunFlags, 'json' | 'html' | 'junit'>;

export function writeReports(report: ConformanceReport, { json, html, junit }: ReportFiles): void {
  const text = `${JSON.stringify(report, null, 1)}\n`;
  if (json === '-') process.stdout.write(text);
  else {
    const isColoured = process.stdout.isTTY && process.env.NO_COLOR === undefined;
    for (const line of terminalLines(report, isColoured ? COLOURED : PLAIN)) print(line);
    if (json !== undefined) writeFileSync(json, text);
  }
  if (html !== undefined) writeFileSync(html, htmlReport(report));
  if (junit !== undefined) writeFileSync(junit, junitXml(report));
  for (const file of [json, html, junit])
    if (file !== undefined && file !== '-') process.stderr.write(`wrote ${file}\n`);
  const { failed, note, passed } = countsOf(report.results);
  // A run without tested cases proves nothing.
  if (failed > 0 || note + passed === 0) process.exitCode = EXIT_FAILED;
}
