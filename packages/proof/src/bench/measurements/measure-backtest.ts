import { LISTER } from '../bench-cards.ts';
import { benchClient } from '../bench-client.ts';
import type { BenchServerProcess } from '../bench-process.ts';

export interface MeasuredBacktest {
  readonly decisions: number;
  /** The number of differences; 0 is expected, because nothing is proposed. */
  readonly differences: number;
  readonly seconds: number;
}

interface Counts {
  readonly decisions: number;
  readonly identical: number;
}

interface Run {
  readonly state: string;
  readonly result?: Counts & { readonly provisionings?: Counts };
}

const NONE: Counts = { decisions: 0, identical: 0 };
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
      const { provisionings = NONE } = run.result;
      const decisions = run.result.decisions + provisionings.decisions;
      const identical = run.result.identical + provisionings.identical;
      return { decisions, differences: decisions - identical, seconds: (performance.now() - began) / 1_000 };
    }
    if (run.state !== 'WAITING' && run.state !== 'RUNNING') throw new Error(`backtest: ${run.state}`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}
