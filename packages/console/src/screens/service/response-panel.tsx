import type { ServiceStatus } from '@cardwright/contract';
import { Notice } from '../../parts/page/notice.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { Time } from '../../parts/value/time.tsx';
import { GraphIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';

type Hour = ServiceStatus['authorizations'][number];

/** Lists by hour how many authorizations of all banks were answered, and how fast. */
export function ResponsePanel({ hours }: { hours: readonly Hour[] }) {
  const { t, locale } = useWords();
  const figure = new Intl.NumberFormat(locale);
  const unit = new Intl.NumberFormat(locale, { style: 'unit', unit: 'millisecond' });
  const ms = (value: number | null) => (value === null ? '' : unit.format(value));
  const columns: readonly Column<Hour>[] = [
    { id: 'from', header: t('service.hour'), cell: ({ row }) => <Time at={row.original.from} /> },
    {
      id: 'messages',
      header: t('service.messages'),
      isFigure: true,
      cell: ({ row }) => <bdi>{figure.format(row.original.messages)}</bdi>,
    },
    { id: 'p50', header: t('service.median'), isFigure: true, cell: ({ row }) => <bdi>{ms(row.original.p50_ms)}</bdi> },
    { id: 'p99', header: t('service.p99'), isFigure: true, cell: ({ row }) => <bdi>{ms(row.original.p99_ms)}</bdi> },
  ];
  return (
    <Panel title={t('service.responses')}>
      {hours.length === 0 ? (
        <Notice icon={GraphIcon} title={t('service.noResponses')} text={t('service.noResponsesAbout')} />
      ) : (
        <DataTable name={t('service.responses')} columns={columns} rows={hours} keyOf={({ from }) => from} />
      )}
    </Panel>
  );
}
