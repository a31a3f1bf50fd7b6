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
import { differencesOf } from './differences.ts';
import type { PlannedChange } from './onboarding-plan.ts';

const DAY_MS = 86_400_000;
/** A time before every decision. */
const LONG_AGO = '1970-01-01T00:00:00Z';

type Outcome = Readonly<Record<string, string>>;

/** The number of past decisions that would have been different, with their kinds of difference. */
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

/** The past decisions that a part of a plan would have changed, or the reason why that is unknown. */
interface Effect {
  readonly of: string;
  readonly result?: EffectResult;
  readonly unknown?: string;
  /** Differences that a replay cannot compute, so that the result does not contain their effect. */
  readonly exclusions?: readonly string[];
}

type Proposal = StartBacktest['proposal'];
type ProposedRules = NonNullable<Proposal['rules']>;

/** A part of a plan that one backtest replays. */
interface Part extends Pick<Effect, 'of' | 'exclusions'> {
  readonly proposal: Proposal;
}

/**
 * Replays the decisions of some days: under all rules and lists of the plan together, and under each of its programs.
 * Reports progress on standard error. An interruption cancels the running replay and skips the others.
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
  const parts = [...rulesAndLists(ofKind('rule'), lists), ...programs(ofKind('program'), lists)];
  for (const { of, proposal, exclusions } of parts) {
    const usesLists = proposal.merchantLists !== undefined;
    const unknown = `a backtest has at most ${MAX_PROPOSED_LISTS} lists of ${MAX_PROPOSED_ENTRIES} entries`;
    const isReplayed = !(usesLists && isTooLarge) && !stopped.aborted;
    const reason = stopped.aborted ? 'interrupted' : unknown;
    const watch = { stopped, progress: isVerbose ? `Replay under ${of}: ` : undefined };
    const outcome = isReplayed ? await backtest(client, { from, proposal }, watch) : { unknown: reason };
    effects.push({ of, ...outcome, ...(exclusions && { exclusions }) });
  }
  return effects;
}

async function backtest(client: Cardwright, request: StartBacktest, watch: AwaitOptions): Promise<Omit<Effect, 'of'>> {
  const { proposal } = request;
  try {
    const started = await client.backtests.start(request);
    const run = await awaitBacktest(client, started, watch);
    if (run.result === undefined) return { unknown: run.failure ?? `the backtest is ${run.state}` };
    // Requests for tokens are decided by their own rules, so their replays are separate.
    const { decisions, changed, by_rule } =
      proposal.provisioning === undefined ? run.result : (run.result.provisionings ?? NO_DECISIONS);
    return { result: { decisions, changed, by_rule } };
  } catch (error) {
    if ((error as Error).name !== 'CardwrightError') throw error;
    return { unknown: (error as Error).message };
  }
}

const NO_DECISIONS: EffectResult = { decisions: 0, changed: 0, by_rule: [] };

/** Returns the lists that the plan creates or changes, with their planned entries. */
function changedLists(changes: readonly PlannedChange[], { merchant_lists: all = [] }: Configuration) {
  return all.flatMap(
    ({ name, kind, entries = [] }): ProposedLists =>
      changes.some((change) => change.name === name) ? [{ name, kind, entries }] : [],
  );
}

function rulesAndLists(changes: readonly PlannedChange[], merchantLists: ProposedLists): Part[] {
  const onTokens = (change: PlannedChange) => (change.after ?? change.before)?.on === 'provisioning';
  const rules = changes.filter((change) => !onTokens(change)).map(proposedRule);
  const rulesOnTokens = changes.filter(onTokens).map(proposedRule);
  const names = [...(rules.length > 0 ? ['rules'] : []), ...(merchantLists.length > 0 ? ['lists'] : [])];
  const proposal = {
    ...(rules.length > 0 && { rules }),
    ...(merchantLists.length > 0 && { merchantLists }),
  };
  const ofTokens = { provisioning: { rules: rulesOnTokens as never } };
  return [
    ...(names.length > 0 ? [{ of: `the ${names.join(' and ')}`, proposal }] : []),
    ...(rulesOnTokens.length > 0 ? [{ of: 'the rules on requests for tokens', proposal: ofTokens }] : []),
  ];
}

type ConfiguredProgram = NonNullable<Configuration['programs']>[number];

/**
 * Returns whether a replay can compute a limit. A replay of an account does not contain other accounts, and a replay of
 * payments does not contain requests for tokens.
 */
function isReplayable({ level, measure }: NonNullable<ConfiguredProgram['limits']>[number]): boolean {
  return ['account', 'card'].includes(level) && measure !== 'provisionings';
}

function programs(changes: readonly PlannedChange[], lists: ProposedLists): Part[] {
  return changes.map(({ name, before, after }) => {
    const { defaults, ceilings, limits = [] } = after as ConfiguredProgram;
    const own = limits.filter(isReplayable);
    const conditions = JSON.stringify(own);
    const merchantLists = lists.filter((one) => conditions.includes(`"${one.name}"`));
    const program = { product_code: name, defaults, ceilings, limits: own } as never;
    const exclusions = exclusionsOf(before as ConfiguredProgram | null, after as ConfiguredProgram);
    return {
      of: `program ${name}`,
      proposal: { program, ...(merchantLists.length > 0 && { merchantLists }) },
      ...(exclusions.length > 0 && { exclusions }),
    };
  });
}

/**
 * Returns the differences of a program that a backtest of payments cannot compute, such as `limit JEWELS of level
 * bank`.
 */
function exclusionsOf(before: ConfiguredProgram | null, after: ConfiguredProgram): string[] {
  const [was, willBe] = [before, after].map((program): Record<string, unknown> => {
    const limits = (program?.limits ?? []).filter((limit) => !isReplayable(limit));
    const byName = limits.map((limit) => [`limit ${limit.id} of level ${limit.level}`, limit] as const);
    return { provisioning: program?.provisioning ?? {}, ...Object.fromEntries(byName) };
  }) as [Record<string, unknown>, Record<string, unknown>];
  const names = new Set([...Object.keys(was), ...Object.keys(willBe)]);
  return [...names].filter((name) => differencesOf(was[name], willBe[name]).length > 0);
}

/** Converts a change of a rule to a proposal. A retired rule is proposed as one that ended before every decision. */
function proposedRule({ name, before, after }: PlannedChange): ProposedRules[number] {
  const { condition, effect, from, until } = (after ?? before) as Record<string, unknown>;
  const times = after === null ? { until: LONG_AGO } : { ...(from ? { from } : {}), ...(until ? { until } : {}) };
  return { name, condition, effect, ...times } as never;
}

export function effectLines({ of, result, unknown, exclusions = [] }: Effect): string[] {
  const names = exclusions.join(', ');
  const excluded = names === '' ? [] : [`    not replayed, so the effect is not known: ${names}`];
  if (result === undefined) return [`Effect of ${of}: not known (${unknown})`, ...excluded];
  const { decisions, changed, by_rule: byRule } = result;
  const outcome = ({ action_code, outcome: name, rule }: Outcome) => `${action_code ?? name} ${rule}`;
  return [
    `Effect of ${of}: ${changed} of ${decisions} past decisions would have been different`,
    ...byRule.map(({ was, would_be, count, amount, currency }) => {
      const sum = amount === undefined ? '' : `, ${amount} ${currency}`;
      return `    ${outcome(was)} -> ${outcome(would_be)}: ${count}${sum}`;
    }),
    ...excluded,
  ];
}
