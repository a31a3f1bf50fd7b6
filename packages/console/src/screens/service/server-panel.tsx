import type { ServiceStatus } from '@cardwright/contract';
import { Facts } from '../../parts/page/facts.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { Time } from '../../parts/value/time.tsx';
import { useWords } from '../../words/language.ts';

type Server = ServiceStatus['servers'][number];

/** Shows the running servers, and the versions of the one that answers. */
export function ServerPanel({ of }: { of: ServiceStatus }) {
  const { t } = useWords();
  const facts = [
    { name: t('service.version'), value: <bdi dir="ltr">{of.version}</bdi> },
    { name: t('service.node'), value: <bdi dir="ltr">{of.node}</bdi> },
    { name: t('service.started'), value: <Time at={of.started_at} /> },
  ];
  const columns: readonly Column<Server>[] = [
    { id: 'name', header: t('service.server'), cell: ({ row }) => <bdi dir="ltr">{row.original.name}</bdi> },
    { id: 'seen', header: t('service.seen'), cell: ({ row }) => <Time at={row.original.seen_at} /> },
    {
      id: 'problem',
      header: t('service.problem'),
      cell: ({ row: { original } }) =>
        original.problem === null ? (
          t('service.noProblem')
        ) : (
          <bdi dir="ltr" lang="en">
            {original.problem}
          </bdi>
        ),
    },
  ];
  return (
    <Panel title={t('service.servers')}>
      <Facts facts={facts} />
      <DataTable
        name={t('service.servers')}
        columns={columns}
        rows={of.servers}
        keyOf={({ name, seen_at: at }) => `${name} ${at}`}
      />
    </Panel>
  );
}
