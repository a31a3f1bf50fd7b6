import type { RuleReport } from '@cardwright/contract';
import { useMemo } from 'react';
import { DailyChart } from '../../parts/chart/daily-chart.tsx';
import { Notice } from '../../parts/page/notice.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { QueryBoundary } from '../../parts/page/query-boundary.tsx';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { Money } from '../../parts/value/money.tsx';
import { useTimeZone } from '../../session/session.ts';
import { EyeClosedIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import { countsByDay } from './report-days.ts';
import { useReport } from './rule-queries.ts';
import classes from './rules.module.css';

interface ReportParts {
  readonly ruleId: string;
  readonly version: number;
  /** Whether the version is or was evaluated. */
  readonly hasEvaluations: boolean;
}

/** Shows how often the rule was evaluated, what it would have declined, and what it declined. */
export function ReportPanel({ ruleId, version, hasEvaluations }: ReportParts) {
  const { t } = useWords();
  const report = useReport(ruleId);
  return (
    <QueryBoundary query={report}>
      {(found) =>
        found.days.some((day) => day.version === version) ? (
          <>
            <DayChart report={found} version={version} />
            <Panel title={t('report.byVersion')}>
              <CountTable rows={found.versions} />
            </Panel>
          </>
        ) : (
          <Panel title={t('report.title')}>
            <Notice
              icon={EyeClosedIcon}
              title={t('report.none')}
              text={t(hasEvaluations ? 'report.noneYet' : 'report.noneBefore')}
            />
          </Panel>
        )
      }
    </QueryBoundary>
  );
}

function DayChart({ report, version }: { report: RuleReport; version: number }) {
  const { t } = useWords();
  const zone = useTimeZone();
  const { times, passed, wouldDecline, declined } = useMemo(
    () => countsByDay(report.days, version, zone),
    [report, version, zone],
  );
  return (
    <DailyChart
      question={t('report.question')}
      times={times}
      series={[
        { key: 'declined', label: t('report.declined'), colour: 'orange', values: declined },
        { key: 'would_have_declined', label: t('report.wouldDecline'), colour: 'blue', values: wouldDecline },
        { key: 'not_met', label: t('report.passed'), colour: 'grey', values: passed },
      ]}
      fileName={`rule-${report.name}-${version}`}
    />
  );
}

type Row = RuleReport['versions'][number];

function CountTable({ rows }: { rows: readonly Row[] }) {
  const { t, locale } = useWords();
  const count = new Intl.NumberFormat(locale);
  const figure = (id: 'asked' | 'would_decline' | 'declined', header: string): Column<Row> => ({
    id,
    header,
    isFigure: true,
    cell: ({ row }) => <bdi className={classes.figure}>{count.format(row.original[id])}</bdi>,
  });
  const money = (id: 'would_decline_amount' | 'declined_amount', header: string): Column<Row> => ({
    id,
    header,
    isFigure: true,
    cell: ({ row }) => <Money amount={row.original[id]} currency={row.original.currency} />,
  });
  const columns: readonly Column<Row>[] = [
    { id: 'version', header: t('report.version'), cell: ({ row }) => count.format(row.original.version) },
    figure('asked', t('report.evaluated')),
    figure('would_decline', t('report.wouldDecline')),
    money('would_decline_amount', t('report.wouldAmount')),
    figure('declined', t('report.declined')),
    money('declined_amount', t('report.declinedAmount')),
  ];
  return (
    <DataTable
      name={t('report.byVersion')}
      columns={columns}
      rows={rows}
      keyOf={(row) => `${row.version} ${row.currency}`}
    />
  );
}
