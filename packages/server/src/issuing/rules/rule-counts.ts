import { inOrder, isEvaluatedAt, timesOfRule } from './bank-rules.ts';
import { isOfEdition, type SpanRow } from './rule-span-store.ts';

/** Decisions of one moment that evaluated the rules of a bank with the same result. */
export interface EvaluatedDecision {
  readonly decidedAt: Date;
  /** The day in the bank's time zone, YYYY-MM-DD. */
  readonly day: string;
  readonly currency: string;
  /** The number of these decisions. */
  readonly decisions: bigint;
  /** The total amount of these decisions. */
  readonly minor: bigint;
  readonly edition: bigint;
  /** NAME:VERSION of the rule that declined; null if none did. */
  readonly declinedBy: string | null;
  /** NAME:VERSION of the rules in shadow that would have declined, separated by blanks. */
  readonly wouldDecline: string;
}

/** Values to add to a row of `rule_statistics`. */
export interface RuleCounts {
  readonly ruleId: string;
  readonly day: string;
  readonly version: number;
  readonly currency: string;
  asked: bigint;
  would: bigint;
  wouldMinor: bigint;
  declined: bigint;
  declinedMinor: bigint;
}

/** Decisions that evaluated the same rules with the same result, and their total amount. */
interface EvaluatedGroup extends EvaluatedDecision {
  readonly rules: readonly EvaluatedRule[];
  decisions: bigint;
  minor: bigint;
}

/**
 * Counts for each version how often it was evaluated and what it decided. Live versions are evaluated in order until
 * one declines; versions in shadow are all evaluated. Most decisions of a moment are equal and a bank has many rules,
 * so the rules are visited once for each group of equal decisions. Pure.
 */
export function countEvaluatedRules(decisions: readonly EvaluatedDecision[], spans: readonly SpanRow[]): RuleCounts[] {
  const counts = new Map<string, RuleCounts>();
  for (const group of groupDecisions(decisions, spans)) {
    const would = new Set(group.wouldDecline.split(' '));
    let isOver = false;
    for (const rule of group.rules) {
      if (!isEvaluatedAt(rule, group.decidedAt) || (isOver && rule.kind === 'LIVE')) continue;
      const name = `${rule.name}:${rule.version}`;
      const isDeclined = rule.kind === 'LIVE' && name === group.declinedBy;
      const wouldBe = rule.kind === 'SHADOW' && would.has(name);
      addTo(counts, rule, group, { isDeclined, wouldBe });
      isOver ||= isDeclined;
    }
  }
  return [...counts.entries()].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, each]) => each);
}

function groupDecisions(decisions: readonly EvaluatedDecision[], spans: readonly SpanRow[]): Iterable<EvaluatedGroup> {
  const groups = new Map<string, EvaluatedGroup>();
  const editions = new Map<bigint, ReturnType<typeof ofEdition>>();
  for (const one of decisions) {
    const edition = editions.get(one.edition) ?? ofEdition(spans, one.edition);
    editions.set(one.edition, edition);
    const { rules, timed: timedRules } = edition;
    const inForce = timedRules.map((rule) => (isEvaluatedAt(rule, one.decidedAt) ? 1 : 0)).join('');
    const key = `${one.edition} ${one.day} ${one.currency} ${inForce} ${one.declinedBy} ${one.wouldDecline}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { ...one, rules });
    else {
      group.decisions += one.decisions;
      group.minor += one.minor;
    }
  }
  return groups.values();
}

type EvaluatedRule = ReturnType<typeof rulesOfEdition>[number];

function rulesOfEdition(spans: readonly SpanRow[], edition: bigint) {
  const ofEdition = spans.filter((span) => isOfEdition(span, edition));
  return inOrder(ofEdition.map((span) => ({ ...span, ...timesOfRule({ from: span.from_at, until: span.until_at }) })));
}

/** The rules of an edition, and those of them that have a time. */
function ofEdition(spans: readonly SpanRow[], edition: bigint) {
  const rules = rulesOfEdition(spans, edition);
  return { rules, timed: rules.filter(({ from_at: from, until_at: until }) => from !== null || until !== null) };
}

function addTo(
  counts: Map<string, RuleCounts>,
  { rule_id: ruleId, version }: EvaluatedRule,
  { day, currency, minor, decisions }: EvaluatedGroup,
  { isDeclined, wouldBe }: { isDeclined: boolean; wouldBe: boolean },
): void {
  const key = `${ruleId} ${day} ${version} ${currency}`;
  const none = { asked: 0n, would: 0n, wouldMinor: 0n, declined: 0n, declinedMinor: 0n };
  const each = counts.get(key) ?? { ruleId, day, version, currency, ...none };
  each.asked += decisions;
  if (wouldBe) {
    each.would += decisions;
    each.wouldMinor += minor;
  }
  if (isDeclined) {
    each.declined += decisions;
    each.declinedMinor += minor;
  }
  counts.set(key, each);
}
