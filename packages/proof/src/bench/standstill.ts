import type { BenchServerProcess } from './bench-process.ts';

const STANDSTILL = /^nodejs_eventloop_lag_max_seconds ([\d.e+-]+)$/m;

/** The longest pause of a server's event loop since the last read, from its metric. */
export async function readStandstillMs({ host, port }: BenchServerProcess): Promise<number> {
  const metrics = await (await fetch(`http://${host}:${port}/metrics`)).text();
  const match = STANDSTILL.exec(metrics);
  if (match === null) throw new Error('the server does not report how long its event loop was blocked');
  return Number(match[1]) * 1_000;
}
