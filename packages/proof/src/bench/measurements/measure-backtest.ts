import { LISTER } from '../bench-cards.ts';
import type { BenchServerProcess } from '../bench-process.ts';
import { fetchToken } from '../fetch-token.ts';

export interface MeasuredBacktest {
  readonly decisions: number;
  /** The number of differences; 0 is expected, because nothing is proposed. */
  readonly differences: number;
  readonly seconds: number;
}

interface Run {
  readonly backtest_id: string;
  readonly state: string;
  readonly result?: { readonly decisions: number; readonly identical: number; readonly not_replayed: number };
}

const LOOK_EVERY_MS = 50;

/** Measures a backtest of the bank without a proposal, from the request until its end is visible. */
export async function measureBacktest(server: BenchServerProcess): Promise<MeasuredBacktest> {
  const token = await fetchToken(server, LISTER);
  const url = `http://${server.host}:${server.port}/V2/backtests`;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const began = performance.now();
  const asked = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ proposal: {} }) });
  if (asked.status !== 202) throw new Error(`backtest: HTTP ${asked.status} ${await asked.text()}`);
  const { backtest_id: id } = (await asked.json()) as Run;
  for (;;) {
    const run = (await (await fetch(`${url}/${id}`, { headers })).json()) as Run;
    if (run.state === 'DONE' && run.result !== undefined) {
      const { decisions, identical } = run.result;
      return { decisions, differences: decisions - identical, seconds: (performance.now() - began) / 1_000 };
    }
    if (run.state !== 'WAITING' && run.state !== 'RUNNING') throw new Error(`backtest: ${run.state}`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}
