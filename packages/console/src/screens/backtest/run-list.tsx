import type { BacktestListItem } from '@cardwright/contract';
import { Link } from '@tanstack/react-router';
import { AssumptionList } from '../../parts/bank-run/assumption-list.tsx';
import { Notice } from '../../parts/page/notice.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { PagedRows } from '../../parts/table/paged-rows.tsx';
import { Status } from '../../parts/value/status.tsx';
import { Time } from '../../parts/value/time.tsx';
import { HistoryIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import { OF_BANK, useRuns } from './bank-runs.ts';

/** Lists earlier runs of the bank with their parameters, authors and results. */
export function RunList() {
  const { t, locale } = useWords();
  const runs = useRuns();
  const count = new Intl.NumberFormat(locale);
  const columns: readonly Column<BacktestListItem>[] = [
    {
      id: 'at',
      header: t('backtest.requestedAt'),
      cell: ({ row: { original } }) => (
        <Link to="/backtest" search={{ of: OF_BANK, run: original.backtest_id }}>
          <Time at={original.asked_at} />
        </Link>
      ),
    },
    {
      id: 'by',
      header: t('backtest.requestedBy'),
      cell: ({ row: { original } }) => <bdi>{original.asked_by_name ?? original.asked_by}</bdi>,
    },
    {
      id: 'assumed',
      header: t('backtest.assumed'),
      cell: ({ row }) => <AssumptionList proposal={row.original.proposal} />,
    },
    { id: 'state', header: t('decision.state'), cell: ({ row }) => <Status of={row.original.state} /> },
    {
      id: 'decisions',
      header: t('overview.decisions'),
      isFigure: true,
      cell: ({ row }) => count.format(row.original.done),
    },
    {
      id: 'changed',
      header: t('backtest.changedColumn'),
      isFigure: true,
      cell: ({ row: { original } }) => (original.changed === null ? '–' : count.format(original.changed)),
    },
  ];
  return (
    <Panel title={t('backtest.runs')}>
      <PagedRows
        query={runs}
        rowsOf={({ items }) => items}
        empty={<Notice icon={HistoryIcon} title={t('backtest.startBank')} text={t('backtest.startBankAbout')} />}
      >
        {(rows) => (
          <DataTable
            name={t('backtest.runs')}
            columns={columns}
            rows={rows}
            keyOf={({ backtest_id: backtestId }) => backtestId}
          />
        )}
      </PagedRows>
    </Panel>
  );
}
