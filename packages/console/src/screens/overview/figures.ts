import type { StatisticsPeriod } from '@cardwright/contract';

type Counts = Omit<StatisticsPeriod, 'starts_at' | 'parts'>;

const NOTHING: Counts = { approved: 0, declined: 0, amounts: [] };

/**
 * The counts of each period, or null if they are unknown. The server stores only periods with decisions. A missing
 * period after the first stored one had no decisions; a missing period before it is unknown.
 */
export function figuresByPeriod(
  times: readonly number[],
  periods: readonly StatisticsPeriod[],
  knownSince: number,
): readonly (StatisticsPeriod | Counts | null)[] {
  const byTime = new Map(periods.map((period) => [Date.parse(period.starts_at), period]));
  return times.map((time) => byTime.get(time) ?? (time < knownSince ? null : NOTHING));
}

export function knownSince(...lists: readonly (readonly StatisticsPeriod[])[]): number {
  return Math.min(...lists.flat().map(({ starts_at }) => Date.parse(starts_at)));
}

export type Figures = ReturnType<typeof figuresByPeriod>;

/** The approval rate in percent, or null without decisions. */
export function rateOf(counts: Counts | null): number | null {
  if (counts === null) return null;
  const all = counts.approved + counts.declined;
  return all === 0 ? null : (counts.approved / all) * 100;
}

export function formatRate(rate: number | null, locale: string): string {
  if (rate === null) return '–';
  return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(rate / 100);
}

/** The change of a count or an amount in percent, such as `+12%`. Undefined if there was none before. */
export function formatRise(value: number, old: number, locale: string): string | undefined {
  if (old === 0) return undefined;
  const percent = { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' } as const;
  return new Intl.NumberFormat(locale, percent).format(value / old - 1);
}

/** The change of a rate in percentage points, such as `−3.6 pp`. Undefined if one of the rates is unknown. */
export function formatPoints(rate: number | null, old: number | null, locale: string): string | undefined {
  if (rate === null || old === null) return undefined;
  const points = { maximumFractionDigits: 1, signDisplay: 'exceptZero' } as const;
  return `${new Intl.NumberFormat(locale, points).format(rate - old)} pp`;
}

export function amountIn(currency: string, of: 'approved' | 'declined') {
  return (counts: Counts | null): number | null => {
    if (counts === null) return null;
    return Number(counts.amounts.find((each) => each.currency === currency)?.[of] ?? 0);
  };
}

/** The response time in milliseconds, or null without decisions or known times. */
export function responseIn(of: 'p50' | 'p99') {
  return (counts: Counts | null): number | null => counts?.response_ms?.[of] ?? null;
}

/** The totals of all periods. */
export function totals(of: Figures): Counts {
  const complete = of.filter((counts) => counts !== null);
  return {
    approved: complete.reduce((sum, { approved }) => sum + approved, 0),
    declined: complete.reduce((sum, { declined }) => sum + declined, 0),
    amounts: currenciesOf(of).map((currency) => {
      const total = (which: 'approved' | 'declined') =>
        String(complete.reduce((sum, counts) => sum + (amountIn(currency, which)(counts) ?? 0), 0));
      return { currency, approved: total('approved'), declined: total('declined') };
    }),
  };
}

/** The currencies by amount, largest first. */
export function currenciesOf(of: Figures): readonly string[] {
  const moved = new Map<string, number>();
  for (const counts of of) {
    for (const { currency, approved, declined } of counts?.amounts ?? []) {
      moved.set(currency, (moved.get(currency) ?? 0) + Number(approved) + Number(declined));
    }
  }
  return [...moved].sort(([, one], [, other]) => other - one).map(([currency]) => currency);
}

export interface DeclineCount {
  /** Undefined for all other rules together. */
  readonly rule: string | undefined;
  readonly total: number;
  readonly values: readonly (number | null)[];
}

/** Counts declines by rule: the most frequent rules separately, and the others together. */
export function declinedByRule(of: Figures, most: number): readonly DeclineCount[] {
  const total = new Map<string, number>();
  for (const counts of of) {
    for (const { value, declined } of partsOf(counts)) total.set(value, (total.get(value) ?? 0) + declined);
  }
  const rules = [...total].filter(([, count]) => count > 0).sort(([, one], [, other]) => other - one);
  const single = rules.length > most ? rules.slice(0, most - 1) : rules;
  const others = rules.slice(single.length);
  const count = (names: readonly string[]) => (counts: Figures[number]) =>
    counts === null ? null : sum(partsOf(counts).filter(({ value }) => names.includes(value)));
  const figures: DeclineCount[] = single.map(([rule, all]) => ({ rule, total: all, values: of.map(count([rule])) }));
  if (others.length === 0) return figures;
  const names = others.map(([rule]) => rule);
  return [...figures, { rule: undefined, total: totalOf(others), values: of.map(count(names)) }];
}

function partsOf(counts: Figures[number]) {
  return counts !== null && 'parts' in counts ? (counts.parts ?? []) : [];
}

function sum(parts: readonly { readonly declined: number }[]): number {
  return parts.reduce((total, { declined }) => total + declined, 0);
}

function totalOf(rules: readonly (readonly [string, number])[]): number {
  return rules.reduce((total, [, count]) => total + count, 0);
}
