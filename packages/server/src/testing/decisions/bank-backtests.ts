import type { JsonObject } from '@cardwright/contract';
import { expect, vi } from 'vitest';
import type { Answer, TestServer } from '../test-server.ts';
import { WITHIN } from '../within.ts';

type Backtesting = Pick<TestServer, 'request' | 'server'>;

export const requestBacktest = (server: Pick<TestServer, 'request'>, body: object, as = 'demo-bank'): Promise<Answer> =>
  server.request({ method: 'POST', url: '/V2/backtests', as, payload: body });

export const readBacktestRun = (server: Pick<TestServer, 'request'>, id: unknown, as = 'demo-bank'): Promise<Answer> =>
  server.request({ method: 'GET', url: `/V2/backtests/${id}`, as });

/** Runs a backtest from start to end. */
export async function backtestBank(server: Backtesting, body: object, as = 'demo-bank'): Promise<JsonObject> {
  const answer = await requestBacktest(server, body, as);
  expect(answer.status, answer.text).toBe(202);
  return await vi.waitFor(async () => {
    // with several workers, another one may run it
    await server.server.backtestsIdle();
    const { json } = await readBacktestRun(server, answer.json.backtest_id, as);
    expect(json.state, JSON.stringify(json)).toBe('DONE');
    return json;
  }, WITHIN);
}

/** Expects a backtest without changes to reproduce every decision of a bank. */
export async function expectNoDifference(server: Backtesting, as = 'demo-bank'): Promise<number> {
  const { result } = await backtestBank(server, { to: '2100-01-01T00:00:00Z', proposal: {} }, as);
  const { decisions, identical, changed } = result as Record<string, number>;
  expect({ identical, changed }).toEqual({ identical: decisions, changed: 0 });
  const { provisionings: requests } = result as { provisionings?: Record<string, number> };
  if (requests !== undefined) {
    const { decisions: requested, identical: same, not_replayed } = requests;
    expect({ same, not_replayed }).toEqual({ same: requested, not_replayed: 0 });
  }
  return decisions ?? 0;
}
