import {
  type Configuration,
  MAX_PROPOSED_ENTRIES,
  MAX_PROPOSED_LISTS,
  type ProposedLists,
  type StartBacktest,
} from '@cardwright/contract';
import type { Cardwright } from '@cardwright/sdk';
import { type AwaitOptions, awaitBacktest } from '../explain/await-backtest.ts';
import { untilInterrupted } from '../output/until-interrupted.ts';
import type { PlannedChange } from './onboarding-plan.ts';

const DAY_MS = 86_400_000;
/** Before every decision. */
const LONG_AGO = '1970-01-01T00:00:00Z';

type Outcome = Readonly<Record<string, string>>;

/** How many past decisions would have been different, and how. */
interface EffectResult {
  readonly decisions: number;
  readonly changed: number;
  readonly by_rule: readonly {
    readonly was: Outcome;
    readonly would_be: Outcome;
    readonly count: number;
    readonly amount?: string;
    readonly currency?: string;
  }[];
}

/** What a part of a plan would have decided otherwise in the past, or why that is not known. */
interface Effect {
  readonly of: string;
  readonly result?: EffectResult;
  readonly unknown?: string;
}

type Proposal = StartBacktest['proposal'];
type ProposedRules = NonNullable<Proposal['rules']>;

/**
 * Replays the decisions of some days: under all rules and lists of the plan together, and under each of its programs. Reports
 * progress on standard error. An interruption cancels the running replay, and skips the others.
 */
export async function effectsOf(
  client: Cardwright,
  { changes, configuration }: { readonly changes: readonly PlannedChange[]; readonly configuration: Configuration },
  { days, isVerbose }: { readonly days: number; readonly isVerbose: boolean },
): Promise<Effect[]> {
  const from = new Date(Date.now() - days * DAY_MS).toISOString();
  const made = changes.filter(({ action }) => !['AWAIT', 'KEEP'].includes(action));
  const ofKind = (kind: PlannedChange['kind']) => made.filter((change) => change.kind === kind);
  const lists = changedLists(ofKind('merchant_list'), configuration);
  const isTooLarge =
    lists.length > MAX_PROPOSED_LISTS || lists.some((one) => one.entries.length > MAX_PROPOSED_ENTRIES);
  const effects: Effect[] = [];
  // Listen before the first run starts, so that an interruption leaves no run behind.
  const stopped = untilInterrupted();
  for (const [of, proposal] of [...rulesAndLists(ofKind('rule'), lists), ...programs(ofKind('program'), lists)]) {
    const usesLists = proposal.merchantLists !== undefined;
    const unknown = `a backtest has at most ${MAX_PROPOSED_LISTS} lists of ${MAX_PROPOSED_ENTRIES} entries`;
    const isReplayed = !(usesLists && isTooLarge) && !stopped.aborted;
    const reason = stopped.aborted ? 'interrupted' : unknown;
    const watch = { stopped, progress: isVerbose ? `Replay under ${of}: ` : undefined };
    effects.push({ of, ...(isReplayed ? await backtest(client, { from, proposal }, watch) : { unknown: reason }) });
  }
  return effects;
}

async function backtest(client: Cardwright, request: StartBacktest, watch: AwaitOptions): Promise<Omit<Effect, 'of'>> {
  const { proposal } = request;
  try {
    const started = await client.backtests.start(request);
    const run = await awaitBacktest(client, started, watch);
    if (run.result === undefined) return { unknown: run.failure ?? `the backtest is ${run.state}` };
    // requests for tokens are decided by rules of their own
    const { decisions, changed, by_rule } =
      proposal.provisioning === undefined ? run.result : (run.result.provisionings ?? NO_DECISIONS);
    return { result: { decisions, changed, by_rule } };
  } catch (error) {
    if ((error as Error).name !== 'CardwrightError') throw error;
    return { unknown: (error as Error).message };
  }
}

const NO_DECISIONS: EffectResult = { decisions: 0, changed: 0, by_rule: [] };

/** The lists that the plan creates or changes, with the entries that they would have. */
function changedLists(changes: readonly PlannedChange[], { merchant_lists: all = [] }: Configuration) {
  return all.flatMap(
    ({ name, kind, entries = [] }): ProposedLists =>
      changes.some((change) => change.name === name) ? [{ name, kind, entries }] : [],
  );
}

function rulesAndLists(changes: readonly PlannedChange[], merchantLists: ProposedLists): [string, Proposal][] {
  const onTokens = (change: PlannedChange) => (change.after ?? change.before)?.on === 'provisioning';
  const rules = changes.filter((change) => !onTokens(change)).map(proposedRule);
  const rulesOnTokens = changes.filter(onTokens).map(proposedRule);
  const parts = [...(rules.length > 0 ? ['rules'] : []), ...(merchantLists.length > 0 ? ['lists'] : [])];
  const ofPayments = {
    ...(rules.length > 0 && { rules }),
    ...(merchantLists.length > 0 && { merchantLists }),
  };
  return [
    ...(parts.length > 0 ? ([[`the ${parts.join(' and ')}`, ofPayments]] as [string, Proposal][]) : []),
    ...(rulesOnTokens.length > 0
      ? ([['the rules on requests for tokens', { provisioning: { rules: rulesOnTokens as never } }]] as [
          string,
          Proposal,
        ][])
      : []),
  ];
}

function programs(changes: readonly PlannedChange[], lists: ProposedLists): [string, Proposal][] {
  return changes.map(({ name, after }): [string, Proposal] => {
    const { defaults, ceilings, limits = [] } = after as NonNullable<Proposal['program']>;
    // a replay counts only the limits of each account and card
    const own = limits.filter(({ level }) => ['account', 'card'].includes(level));
    const conditions = JSON.stringify(own);
    const merchantLists = lists.filter((one) => conditions.includes(`"${one.name}"`));
    const program = { product_code: name, defaults, ceilings, limits: own } as never;
    return [`program ${name}`, { program, ...(merchantLists.length > 0 && { merchantLists }) }];
  });
}

/** A retired rule is one that ended before every decision. */
function proposedRule({ name, before, after }: PlannedChange): ProposedRules[number] {
  const { condition, effect, from, until } = (after ?? before) as Record<string, unknown>;
  const times = after === null ? { until: LONG_AGO } : { ...(from ? { from } : {}), ...(until ? { until } : {}) };
  return { name, condition, effect, ...times } as never;
}

export function effectLines({ of, result, unknown }: Effect): string[] {
  if (result === undefined) return [`Effect of ${of}: not known (${unknown})`];
  const { decisions, changed, by_rule: byRule } = result;
  const outcome = ({ action_code, outcome: name, rule }: Outcome) => `${action_code ?? name} ${rule}`;
  return [
    `Effect of ${of}: ${changed} of ${decisions} past decisions would have been different`,
    ...byRule.map(({ was, would_be, count, amount, currency }) => {
      const sum = amount === undefined ? '' : `, ${amount} ${currency}`;
      return `    ${outcome(was)} -> ${outcome(would_be)}: ${count}${sum}`;
    }),
  ];
}
