import {
  LIMIT_LEVELS,
  LIMIT_MEASURES,
  LIMIT_OF,
  type LimitLevel,
  type LimitMeasure,
  type LimitOf,
} from '../limits/limit.ts';
import type { ExplainableDecision, SawFacts } from './explainable-decision.ts';
import type { Figures } from './figures.ts';
import type { Remedy } from './remedies.ts';
import { sawText } from './saw.ts';

/** The rule that evaluates a bank's own limits. Each limit declines under its own name. */
export const OWN_LIMITS_RULE = 'LIMITS';

/** A bank's own limit, as the rule saw it. */
export interface LimitTraceEntry {
  readonly name: string;
  readonly level: LimitLevel;
  readonly measure: LimitMeasure;
  readonly of: LimitOf;
  readonly max: bigint;
  readonly before: bigint;
  readonly after: bigint;
  /** End of its calendar period, ISO 8601. */
  readonly endsAt: string | undefined;
}

/** Returns all limits that were evaluated, except for those of other versions that cannot be read. */
export function limitTraceEntries(saw: SawFacts): LimitTraceEntry[] {
  return (sawText(saw, 'states') ?? '').split(' ').flatMap((state) => {
    const [name, levelText, measured, counted, max, before, after, ends = ''] = state.split(':');
    const measure = LIMIT_MEASURES.find((one) => one === measured);
    const of = LIMIT_OF.find((one) => one === counted);
    const level = LIMIT_LEVELS.find((one) => one === levelText) ?? 'account';
    const figures = [max, before, after].flatMap((text) => (/^\d{1,20}$/.test(text ?? '') ? [BigInt(text ?? '')] : []));
    const [first, second, third] = figures;
    if (!name || measure === undefined || of === undefined || third === undefined) return [];
    const endsAt = /^\d{1,15}$/.test(ends) ? new Date(Number(ends)).toISOString() : undefined;
    return [{ name, level, measure, of, max: first ?? 0n, before: second ?? 0n, after: third, endsAt }];
  });
}

/** Returns the limit that declined, or undefined if none did. */
export function refusingCustomLimit({ action_code, rule, trace }: ExplainableDecision): LimitTraceEntry | undefined {
  const last = trace.at(-1);
  if (action_code === '00' || last?.rule !== OWN_LIMITS_RULE) return undefined;
  return limitTraceEntries(last.saw).find(
    ({ name, of, max, before, after }) => name === rule && (of === 'declines' ? before >= max : after > max),
  );
}

export function customLimitRemedies({ measure, of, max, before, after, endsAt }: LimitTraceEntry): Remedy[] {
  const isOfDeclines = of === 'declines';
  const needed = isOfDeclines ? before + 1n : after;
  const remaining = max - before;
  const fitsLimit = isOfDeclines ? max > 0n : after - before <= max;
  return [
    ...(measure === 'amount' && !isOfDeclines && remaining > 0n
      ? [{ kind: 'at-most', minor: remaining } as const]
      : []),
    { kind: 'own-limit', measure, value: needed },
    ...(fitsLimit && endsAt !== undefined ? [{ kind: 'window-over', at: endsAt } as const] : []),
  ];
}

/** Writes the value of a limit: an amount, or a count in the plural form of the language. */
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
  return figures.plural(Number(value), measure === 'merchants' ? merchants : payments);
}
