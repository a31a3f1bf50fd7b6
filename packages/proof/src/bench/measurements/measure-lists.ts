import { LISTER } from '../bench-cards.ts';
import { benchClient } from '../bench-client.ts';
import { quantile } from '../bench-figures.ts';
import type { BenchServerProcess } from '../bench-process.ts';
import type { RequestPaths } from '../list-requests.ts';

export interface MeasuredList {
  readonly name: string;
  readonly count: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

/** Requests each list in turn, one request at a time, until `isOver`. */
export async function measureLists(
  server: BenchServerProcess,
  paths: RequestPaths,
  isOver: () => boolean,
): Promise<MeasuredList[]> {
  const token = await benchClient(server).token(LISTER);
  const requests = Object.entries(paths).map(([name, path]) => ({ name, path, took: [] as number[] }));
  while (!isOver()) {
    for (const { name, path, took } of requests) {
      const began = performance.now();
      const answer = await fetch(`http://${server.host}:${server.port}/V2${path()}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${name}: HTTP ${answer.status}`);
      took.push(performance.now() - began);
    }
  }
  return requests.map(({ name, took }) => {
    const sorted = took.toSorted((a, b) => a - b);
    return {
      name,
      count: took.length,
      p50Ms: quantile(sorted, 0.5),
      p99Ms: quantile(sorted, 0.99),
      maxMs: sorted.at(-1) ?? Number.NaN,
    };
  });
}

export function listLines(measured: readonly MeasuredList[]): string[] {
  const ms = (value: number) => value.toFixed(1).padStart(8);
  return [
    `${'list'.padEnd(42)}${'count'.padStart(7)}${'p50 ms'.padStart(9)}${'p99 ms'.padStart(9)}${'max ms'.padStart(9)}`,
    ...measured.map(
      ({ name, count, p50Ms, p99Ms, maxMs }) =>
        `${name.padEnd(42)}${String(count).padStart(7)} ${ms(p50Ms)} ${ms(p99Ms)} ${ms(maxMs)}`,
    ),
  ];
}
