import { setTimeout as delay } from 'node:timers/promises';
import type { Sender } from '../../../server/src/testing/cards/issued-cards.ts';
import { potHistory } from '../world/history/account-history.ts';
import { checkLinearizable } from '../world/history/linearizability.ts';
import type { ChaosDatabase } from './chaos-database.ts';
import { formatVerdict } from './check-accounts.ts';
import type { ActivePot } from './pot-life.ts';

/**
 * Finds limits of the whole bank that were overspent or spent twice, because no order of the operations under the rules
 * explains their history.
 */
export function findOverspentPots(pots: readonly ActivePot[]): string[] {
  return pots.flatMap(({ shop, maxMinor, history }) => {
    const verdict = checkLinearizable(potHistory(shop, maxMinor), history.operations);
    return verdict.kind === 'linearizable' ? [] : [`limit on payments at ${shop}: ${formatVerdict(verdict)}`];
  });
}

/** The longest time that a backtest of the bank may take after a run. */
const DONE_MS = 300_000;

interface Run {
  readonly backtest_id?: string;
  readonly state?: string;
  readonly result?: { readonly decisions: number; readonly identical: number; readonly changed: number };
}

/** Repeats all decisions of the bank in a backtest without a proposal, and reports any difference. */
export async function findBankDifferences(sender: Sender, database: ChaosDatabase): Promise<[number, string[]]> {
  const response = await sender.request({
    method: 'POST',
    url: '/V2/backtests',
    as: 'demo-bank',
    payload: { to: '2100-01-01T00:00:00Z', proposal: {} },
  });
  const { backtest_id: id } = response.json as Run;
  if (response.status !== 202) return [0, [`the backtest of the bank got ${response.status} ${response.text}`]];
  const until = Date.now() + DONE_MS;
  let run: Run = {};
  while (run.state !== 'DONE' && run.state !== 'FAILED' && Date.now() < until) {
    // Other servers take over the runs of a killed server by the database's clock.
    await delay(500);
    run = (await sender.request({ method: 'GET', url: `/V2/backtests/${id}`, as: 'demo-bank' })).json as Run;
  }
  const { decisions = 0, identical, changed } = run.result ?? {};
  const [stored] = await database.sql<{ count: number }>(
    `select count(*)::int as count from authorizations where bank_id = 'DEMO' and account_id is not null`,
  );
  const isSame = run.state === 'DONE' && identical === decisions && changed === 0 && decisions === stored?.count;
  return [decisions, isSame ? [] : [`backtest of the bank, ${stored?.count} stored: ${JSON.stringify(run)}`]];
}
