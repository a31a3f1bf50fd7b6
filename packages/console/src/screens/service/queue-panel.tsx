import type { ServiceStatus } from '@cardwright/contract';
import { Panel } from '../../parts/page/panel.tsx';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { Time } from '../../parts/value/time.tsx';
import { useWords } from '../../words/language.ts';

interface Queue {
  readonly name: string;
  readonly length: number;
  readonly since: string | null;
}

/** Lists what waits in the background, each with its oldest entry. */
export function QueuePanel({ of }: { of: ServiceStatus }) {
  const { t, locale } = useWords();
  const rows: readonly Queue[] = [
    { name: t('service.queue.index'), length: of.index.batches, since: of.index.oldest_at },
    { name: t('service.queue.audit'), length: of.audit.unsealed, since: of.audit.oldest_at },
    {
      name: t('service.queue.messages'),
      length: of.endpoints.reduce((sum, { pending }) => sum + pending, 0),
      since: of.endpoints.flatMap(({ pending_since: at }) => at ?? []).sort()[0] ?? null,
    },
    { name: t('service.queue.connections'), length: of.connections.waiting, since: null },
  ];
  const columns: readonly Column<Queue>[] = [
    { id: 'name', header: t('service.queue'), cell: ({ row }) => row.original.name },
    {
      id: 'length',
      header: t('service.waiting'),
      isFigure: true,
      cell: ({ row }) => <bdi>{new Intl.NumberFormat(locale).format(row.original.length)}</bdi>,
    },
    {
      id: 'since',
      header: t('service.oldest'),
      cell: ({ row: { original } }) => original.since !== null && <Time at={original.since} />,
    },
  ];
  return (
    <Panel title={t('service.queues')}>
      <DataTable name={t('service.queues')} columns={columns} rows={rows} keyOf={({ name }) => name} />
    </Panel>
  );
}
