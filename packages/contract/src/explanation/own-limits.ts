import {
  LIMIT_LEVELS,
  LIMIT_MEASURES,
  LIMIT_OF,
  type LimitLevel,
  type LimitMeasure,
  type LimitOf,
} from '../limits/limit.ts';
import type { Figures } from './figures.ts';
import type { Remedy } from './remedies.ts';
import { sawText } from './saw.ts';
import type { SawFacts, ToldDecision } from './told-decision.ts';

/** The rule that asks a bank's own limits. Each of them declines under its own name. */
export const OWN_LIMITS_RULE = 'LIMITS';

/** A limit of a bank's own, as the rule saw it. */
export interface LimitTraceEntry {
  readonly name: string;
  readonly level: LimitLevel;
  readonly measure: LimitMeasure;
  readonly of: LimitOf;
  readonly max: bigint;
  readonly before: bigint;
  readonly after: bigint;
  /** When its span of the calendar is over, ISO 8601. */
  readonly endsAt: string | undefined;
}

/** All that were asked; those of other versions that cannot be read are left out. */
export function limitTraceEntries(saw: SawFacts): LimitTraceEntry[] {
  return (sawText(saw, 'states') ?? '').split(' ').flatMap((state) => {
    const [name, placed, measured, counted, max, before, after, ends = ''] = state.split(':');
    const measure = LIMIT_MEASURES.find((one) => one === measured);
    const of = LIMIT_OF.find((one) => one === counted);
    const level = LIMIT_LEVELS.find((one) => one === placed) ?? 'account';
    const figures = [max, before, after].flatMap((text) => (/^\d{1,20}$/.test(text ?? '') ? [BigInt(text ?? '')] : []));
    const [first, second, third] = figures;
    if (!name || measure === undefined || of === undefined || third === undefined) return [];
    const endsAt = /^\d{1,15}$/.test(ends) ? new Date(Number(ends)).toISOString() : undefined;
    return [{ name, level, measure, of, max: first ?? 0n, before: second ?? 0n, after: third, endsAt }];
  });
}

/** The one that declined; undefined where none did. */
export function refusingCustomLimit({ action_code, rule, trace }: ToldDecision): LimitTraceEntry | undefined {
  const last = trace.at(-1);
  if (action_code === '00' || last?.rule !== OWN_LIMITS_RULE) return undefined;
  return limitTraceEntries(last.saw).find(
    ({ name, of, max, before, after }) => name === rule && (of === 'declines' ? before >= max : after > max),
  );
}

export function customLimitRemedies({ measure, of, max, before, after, endsAt }: LimitTraceEntry): Remedy[] {
  const isOfDeclines = of === 'declines';
  const needed = isOfDeclines ? before + 1n : after;
  const left = max - before;
  const fitsAlone = isOfDeclines ? max > 0n : after - before <= max;
  return [
    ...(measure === 'amount' && !isOfDeclines && left > 0n ? [{ kind: 'at-most', minor: left } as const] : []),
    { kind: 'own-limit', measure, value: needed },
    ...(fitsAlone && endsAt !== undefined ? [{ kind: 'window-over', at: endsAt } as const] : []),
  ];
}

/** Counts as a language writes them. */
export function customLimitValue(
  measure: LimitMeasure,
  value: bigint,
  {
    figures,
    payments,
    merchants,
  }: {
    readonly figures: Figures;
    readonly payments: Parameters<Figures['plural']>[1];
    readonly merchants: Parameters<Figures['plural']>[1];
  },
): string {
  if (measure === 'amount') return figures.amount(value);
  return figures.plural(Number(value), measure === 'count' ? payments : merchants);
}
