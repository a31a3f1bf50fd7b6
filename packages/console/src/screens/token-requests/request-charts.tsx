import type { ProvisioningStatistics } from '@cardwright/contract';
import type { LinkProps } from '@tanstack/react-router';
import { daysBetween } from '../../parts/bank-run/changes-by-day.ts';
import { DailyChart } from '../../parts/chart/daily-chart.tsx';
import { assignColours, MAX_SERIES, type Series } from '../../parts/chart/series.ts';
import { QueryBoundary } from '../../parts/page/query-boundary.tsx';
import { REASON_WORDS } from '../../parts/provisioning/provisioning-words.ts';
import { dayIn, startOfDay } from '../../parts/value/zoned-day.ts';
import { useTimeZone } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import type { RequestFilters } from './request-filters.ts';
import { useStatistics } from './request-queries.ts';
import classes from './token-requests.module.css';

type Day = ProvisioningStatistics['days'][number];

/**
 * Charts all requests of the bank by day: their outcomes, and the reasons of declines. Only the days follow the
 * filters.
 */
export function RequestCharts({ filters: { from, to } }: { filters: RequestFilters }) {
  const statistics = useStatistics({ from: dayOf(from), to: dayOf(to) });
  return <QueryBoundary query={statistics}>{({ days }) => <Charts days={days} />}</QueryBoundary>;
}

const DAY_LENGTH = 10;

function dayOf(time: string | undefined): string | undefined {
  return time?.length === DAY_LENGTH ? time : undefined;
}

function Charts({ days }: { days: readonly Day[] }) {
  const { t } = useWords();
  const zone = useTimeZone();
  const all = daysBetween(days[0]?.day, days.at(-1)?.day, zone);
  const times = all.map((day) => startOfDay(day, zone).getTime());
  const found = new Map(days.map((each) => [each.day, each]));
  const values = (of: (day: Day) => number) => all.map((day) => of(found.get(day) ?? NOTHING));
  const leadsTo = (filter: RequestFilters) => (at: number) => {
    const day = dayIn(times[at] ?? 0, zone);
    return { to: '/token-requests', search: { ...filter, from: day, to: day, charts: 'on' } } as LinkProps;
  };
  return (
    <div className={classes.charts}>
      <DailyChart
        question={t('tokenRequest.byOutcome')}
        unit={t('tokenRequest.requests')}
        times={times}
        series={[
          { key: 'approved', label: t('status.approved'), colour: 'blue', values: values((day) => day.approved) },
          {
            key: 'approved_with_code',
            label: t('status.approvedWithCode'),
            colour: 'green',
            values: values((day) => day.approved_with_code),
          },
          { key: 'declined', label: t('status.declined'), colour: 'orange', values: values((day) => day.declined) },
        ]}
        fileName="token-requests"
        link={t('tokenRequest.requests')}
        leadsTo={leadsTo({})}
      />
      <DailyChart
        question={t('tokenRequest.byReason')}
        unit={t('tokenRequest.requests')}
        times={times}
        series={useReasons(days, values)}
        fileName="token-declines"
        link={t('tokenRequest.requests')}
        leadsTo={leadsTo({ outcome: 'DECLINED' })}
      />
    </div>
  );
}

const NOTHING: Day = { day: '', approved: 0, approved_with_code: 0, declined: 0, reasons: [] };

/** The most frequent reasons; the remaining ones are one series. */
function useReasons(days: readonly Day[], values: (of: (day: Day) => number) => number[]): readonly Series[] {
  const { t } = useWords();
  const sums = new Map<Day['reasons'][number]['reason'], number>();
  for (const { reason, declined } of days.flatMap(({ reasons }) => reasons)) {
    sums.set(reason, (sums.get(reason) ?? 0) + declined);
  }
  const names = [...sums].sort(([, one], [, other]) => other - one).map(([reason]) => reason);
  const own = names.slice(0, names.length > MAX_SERIES ? MAX_SERIES - 1 : MAX_SERIES);
  const colours = assignColours(own);
  const rest = names.filter((reason) => !own.includes(reason));
  const sum = (of: readonly string[]) =>
    values(({ reasons }) => reasons.reduce((all, one) => all + (of.includes(one.reason) ? one.declined : 0), 0));
  return [
    ...own.map((reason, at) => ({
      key: reason,
      label: t(REASON_WORDS[reason]),
      colour: colours[at] ?? ('grey' as const),
      values: sum([reason]),
    })),
    ...(rest.length === 0
      ? []
      : [{ key: 'other', label: t('overview.others'), colour: 'grey' as const, values: sum(rest) }]),
  ];
}
