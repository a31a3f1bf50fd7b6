import { useMemo } from 'react';
import type { ChartFacts } from '../../parts/chart/series.ts';
import { useTimeZone } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import type { Span } from './spans.ts';

/** How the beginning of a period is told. */
export function useShowTime(by: Span['by']): (time: number) => string {
  const { locale } = useWords();
  const timeZone = useTimeZone();
  return useMemo(() => {
    const day = { weekday: 'short', day: 'numeric', month: 'short' } as const;
    const shape = by === 'day' ? day : ({ ...day, hour: '2-digit', minute: '2-digit' } as const);
    const format = new Intl.DateTimeFormat(locale, { ...shape, timeZone });
    return (time) => format.format(time);
  }, [by, locale, timeZone]);
}

/** The same facts as long as they say the same: a chart that is drawn anew is one that flickers under the eye. */
export function useKept(facts: ChartFacts): ChartFacts {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what they say is all that counts of them
  return useMemo(() => facts, [JSON.stringify(facts), facts.showTime]);
}
