import {
  type Condition,
  type ConditionSubject,
  checkCondition,
  type LimitLevel,
  type LimitMeasure,
  type LimitSpan,
  type SetLimit,
} from '@cardwright/contract';
import { parseAmount } from '../../platform/kernel/money.ts';
import { requireValue } from '../../platform/kernel/required.ts';
import type { Window } from '../../platform/kernel/time/calendar.ts';
import type { LimitTerms, NamedLists } from './limit.ts';
import type { CountedWindow } from './limit-cells.ts';

/** The terms of a limit as a request states them. */
export type LimitRequest = Pick<SetLimit, 'id' | 'measure' | 'of' | 'window' | 'max' | 'lockMerchant' | 'where'> & {
  readonly level: LimitLevel;
};

const SPANS: Record<LimitSpan, Window> = {
  day: 'DAILY',
  week: 'WEEKLY',
  month: 'MONTHLY',
  year: 'YEARLY',
  lifetime: 'LIFETIME',
};

/** Returns the contract's name of a calendar window. */
export function spanOf(window: Window): LimitSpan {
  const limitSpan = (Object.keys(SPANS) as LimitSpan[]).find((span) => SPANS[span] === window);
  return requireValue(limitSpan, 'the span of a limit');
}

/** Returns the subject of the condition of a limit with this measure. */
export function subjectOfMeasure(measure: LimitMeasure | undefined): ConditionSubject {
  return measure === 'provisionings' ? 'provisioning' : 'authorization';
}

/** Returns the stored form of a limit's condition, or undefined if there is none or if it has faults. */
export function checkedCondition({ where, measure }: Pick<LimitRequest, 'where' | 'measure'>): Condition | undefined {
  return where === undefined ? undefined : checkCondition(where as never, 'where', subjectOfMeasure(measure)).condition;
}

/**
 * Returns the terms of a requested limit that has no faults.
 * @param assumedLists the lists of a proposed limit
 */
export function toTerms(request: LimitRequest, exponent: number, assumedLists?: NamedLists): LimitTerms {
  const where = checkedCondition(request);
  const terms = countedTerms(request, exponent);
  return where === undefined ? terms : { ...terms, where, ...(assumedLists !== undefined && { assumedLists }) };
}

function countedTerms({ id, measure, of, window, max, lockMerchant }: LimitRequest, exponent: number): LimitTerms {
  if (lockMerchant !== undefined) {
    const locksFirst = lockMerchant === 'first';
    return {
      id,
      measure: 'merchants',
      of: 'approvals',
      window: { calendar: 'LIFETIME' },
      max: 1n,
      onlyMerchant: locksFirst ? undefined : lockMerchant.trimEnd(),
      locksFirst,
    };
  }
  const measureOrThrow = requireValue(measure, 'the measure of a limit');
  const text = requireValue(max, 'the max of a limit');
  return {
    id,
    measure: measureOrThrow,
    of: of ?? 'approvals',
    window: toWindow(requireValue(window, 'the window of a limit')),
    max:
      measureOrThrow === 'amount'
        ? requireValue(parseAmount(text, exponent), 'an amount that was checked')
        : BigInt(text),
    onlyMerchant: undefined,
    locksFirst: false,
  };
}

function toWindow({ calendar, sliding }: NonNullable<LimitRequest['window']>): CountedWindow {
  if (calendar !== undefined) return { calendar: SPANS[calendar] };
  return { slidingMs: requireValue(sliding, 'the length of a window') * 1_000 };
}
