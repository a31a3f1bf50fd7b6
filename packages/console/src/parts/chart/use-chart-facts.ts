import { useMemo } from 'react';
import { useTimeZone } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import type { ChartFacts } from './series.ts';

/** Formats the start of a period. The start of a day has no time. */
export function usePeriodFormat(by: 'hour' | 'day'): (time: number) => string {
  const { locale } = useWords();
  const timeZone = useTimeZone();
  return useMemo(() => {
    const day = { weekday: 'short', day: 'numeric', month: 'short' } as const;
    const shape = by === 'day' ? day : ({ ...day, hour: '2-digit', minute: '2-digit' } as const);
    const format = new Intl.DateTimeFormat(locale, { ...shape, timeZone });
    return (time) => format.format(time);
  }, [by, locale, timeZone]);
}

/** Returns the same object while the facts are equal, because redrawing a chart makes it flicker. */
export function useStableFacts(facts: ChartFacts): ChartFacts {
  // biome-ignore lint/correctness/useExhaustiveDependencies: facts are compared by value
  return useMemo(() => facts, [JSON.stringify(facts), facts.formatTime]);
}
