import { LISTER } from '../bench-cards.ts';
import { benchClient } from '../bench-client.ts';
import type { BenchServerProcess } from '../bench-process.ts';

export interface MeasuredBacktest {
  readonly decisions: number;
  /** The number of differences; 0 is expected, because nothing is proposed. */
  readonly differences: number;
  readonly seconds: number;
}

interface Run {
  readonly state: string;
  readonly result?: { readonly decisions: number; readonly identical: number; readonly not_replayed: number };
}

const LOOK_EVERY_MS = 50;

/** Measures a backtest of the bank without a proposal, from the request until its end is visible. */
export async function measureBacktest(server: BenchServerProcess): Promise<MeasuredBacktest> {
  const { call } = benchClient(server);
  const path = '/V2/backtests';
  const began = performance.now();
  const { backtest_id: id } = await call(LISTER, 'POST', path, { proposal: {} });
  for (;;) {
    const run = (await call(LISTER, 'GET', `${path}/${id}`)) as unknown as Run;
    if (run.state === 'DONE' && run.result !== undefined) {
      const { decisions, identical } = run.result;
      return { decisions, differences: decisions - identical, seconds: (performance.now() - began) / 1_000 };
    }
    if (run.state !== 'WAITING' && run.state !== 'RUNNING') throw new Error(`backtest: ${run.state}`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}
