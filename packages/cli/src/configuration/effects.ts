import { setTimeout as wait } from 'node:timers/promises';
import type { BacktestRun, ConfigurationChange, StartBacktest } from '@cardwright/contract';
import type { Cardwright } from '@cardwright/sdk';

const POLL_MS = 500;
const DAY_MS = 86_400_000;
/** Before every decision. */
const LONG_AGO = '1970-01-01T00:00:00Z';

/** What a part of a plan would have decided otherwise in the past, or why that is not known. */
interface Effect {
  readonly of: string;
  readonly result?: Pick<NonNullable<BacktestRun['result']>, 'decisions' | 'changed' | 'by_rule'>;
  readonly unknown?: string;
}

type Proposal = StartBacktest['proposal'];

/** Replays the decisions of some days: once under all rules of the plan, and once under each of its programs. */
export async function effectsOf(
  client: Cardwright,
  changes: readonly ConfigurationChange[],
  days: number,
): Promise<Effect[]> {
  const from = new Date(Date.now() - days * DAY_MS).toISOString();
  const effects: Effect[] = [];
  for (const [of, proposal] of proposalsOf(changes)) {
    effects.push({ of, ...(await backtest(client, proposal, from)) });
  }
  return effects;
}

async function backtest(client: Cardwright, proposal: Proposal, from: string): Promise<Omit<Effect, 'of'>> {
  try {
    let run: BacktestRun = await client.backtests.start({ from, proposal });
    while (run.state === 'WAITING' || run.state === 'RUNNING') {
      await wait(POLL_MS);
      run = await client.backtests.retrieve(run.backtest_id);
    }
    if (run.result === undefined) return { unknown: run.failure ?? `the backtest is ${run.state}` };
    const { decisions, changed, by_rule } = run.result;
    return { result: { decisions, changed, by_rule } };
  } catch (error) {
    if ((error as Error).name !== 'CardwrightError') throw error;
    return { unknown: (error as Error).message };
  }
}

function proposalsOf(changes: readonly ConfigurationChange[]): [string, Proposal][] {
  const ofKind = (kind: string) =>
    changes.filter((change) => change.kind === kind && !['AWAIT', 'KEEP'].includes(change.action));
  const rules = ofKind('rule').flatMap(proposedRule);
  const programs = ofKind('program').flatMap(({ name, after }): [string, Proposal][] => {
    const { defaults, ceilings, limits = [] } = after as NonNullable<Proposal['program']>;
    // a replay counts only the limits of each account and card
    const own = limits.filter(({ level }) => ['account', 'card'].includes(level));
    return [[`program ${name}`, { program: { product_code: name, defaults, ceilings, limits: own } as never }]];
  });
  return [...(rules.length === 0 ? [] : ([['the rules', { rules }]] as [string, Proposal][])), ...programs];
}

/** A retired rule is one that ended before every decision. */
function proposedRule({ name, before, after }: ConfigurationChange): NonNullable<Proposal['rules']> {
  const content = (after ?? before) as Record<string, unknown>;
  if (content.on === 'provisioning') return [];
  const { condition, effect, from, until } = content;
  const times = after === null ? { until: LONG_AGO } : { ...(from ? { from } : {}), ...(until ? { until } : {}) };
  return [{ name, condition, effect, ...times } as never];
}

export function effectLines({ of, result, unknown }: Effect): string[] {
  if (result === undefined) return [`Effect of ${of}: not known (${unknown})`];
  const { decisions, changed, by_rule: byRule } = result;
  const outcome = ({ action_code, rule }: { action_code: string; rule: string }) => `${action_code} ${rule}`;
  return [
    `Effect of ${of}: ${changed} of ${decisions} past decisions would have been different`,
    ...byRule.map(
      ({ was, would_be, count, amount, currency }) =>
        `    ${outcome(was)} -> ${outcome(would_be)}: ${count}, ${amount} ${currency}`,
    ),
  ];
}
