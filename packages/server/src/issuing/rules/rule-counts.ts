import { inOrder, isEvaluatedAt, timesOfRule } from './bank-rules.ts';
import { isOfEdition, type SpanRow } from './rule-span-store.ts';

/** The part of a decision's trace that concerns the rules of its bank. */
export interface EvaluatedDecision {
  readonly decidedAt: Date;
  /** The day in the bank's time zone, YYYY-MM-DD. */
  readonly day: string;
  readonly currency: string;
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
interface AskedAlike extends EvaluatedDecision {
  readonly placed: readonly Placed[];
  decisions: bigint;
  minor: bigint;
}

/**
 * Counts for each version how often it was evaluated and what it decided. Live versions are evaluated in order until one
 * declines; versions in shadow are all evaluated. Most decisions of a moment are alike and a bank has many rules, so each
 * group of equal decisions walks the rules once. Pure.
 */
export function countEvaluatedRules(decisions: readonly EvaluatedDecision[], spans: readonly SpanRow[]): RuleCounts[] {
  const counted = new Map<string, RuleCounts>();
  for (const alike of groupAlike(decisions, spans)) {
    const would = new Set(alike.wouldDecline.split(' '));
    let isOver = false;
    for (const rule of alike.placed) {
      if (!isEvaluatedAt(rule, alike.decidedAt) || (isOver && rule.kind === 'LIVE')) continue;
      const name = `${rule.name}:${rule.version}`;
      const isDeclined = rule.kind === 'LIVE' && name === alike.declinedBy;
      const wouldBe = rule.kind === 'SHADOW' && would.has(name);
      addTo(counted, rule, alike, { isDeclined, wouldBe });
      isOver ||= isDeclined;
    }
  }
  return [...counted.entries()].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, each]) => each);
}

function groupAlike(decisions: readonly EvaluatedDecision[], spans: readonly SpanRow[]): Iterable<AskedAlike> {
  const groups = new Map<string, AskedAlike>();
  const editions = new Map<bigint, ReturnType<typeof ofEdition>>();
  for (const one of decisions) {
    const edition = editions.get(one.edition) ?? ofEdition(spans, one.edition);
    editions.set(one.edition, edition);
    const { placed, timed } = edition;
    const inForce = timed.map((rule) => (isEvaluatedAt(rule, one.decidedAt) ? 1 : 0)).join('');
    const key = `${one.edition} ${one.day} ${one.currency} ${inForce} ${one.declinedBy} ${one.wouldDecline}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { ...one, placed, decisions: 1n });
    else {
      group.decisions += 1n;
      group.minor += one.minor;
    }
  }
  return groups.values();
}

type Placed = ReturnType<typeof placedIn>[number];

function placedIn(spans: readonly SpanRow[], edition: bigint) {
  const asked = spans.filter((span) => isOfEdition(span, edition));
  return inOrder(asked.map((span) => ({ ...span, ...timesOfRule({ from: span.from_at, until: span.until_at }) })));
}

/** The rules of an edition, and those of them that have a time. */
function ofEdition(spans: readonly SpanRow[], edition: bigint) {
  const placed = placedIn(spans, edition);
  return { placed, timed: placed.filter(({ from_at: from, until_at: until }) => from !== null || until !== null) };
}

function addTo(
  counted: Map<string, RuleCounts>,
  { rule_id: ruleId, version }: Placed,
  { day, currency, minor, decisions }: AskedAlike,
  { isDeclined, wouldBe }: { isDeclined: boolean; wouldBe: boolean },
): void {
  const key = `${ruleId} ${day} ${version} ${currency}`;
  const none = { asked: 0n, would: 0n, wouldMinor: 0n, declined: 0n, declinedMinor: 0n };
  const each = counted.get(key) ?? { ruleId, day, version, currency, ...none };
  each.asked += decisions;
  if (wouldBe) {
    each.would += decisions;
    each.wouldMinor += minor;
  }
  if (isDeclined) {
    each.declined += decisions;
    each.declinedMinor += minor;
  }
  counted.set(key, each);
}
