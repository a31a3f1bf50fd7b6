import type { ServiceStatus } from '@cardwright/contract';
import { Panel } from '../../parts/page/panel.tsx';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { Time } from '../../parts/value/time.tsx';
import type { WordKey } from '../../words/en.ts';
import { useWords } from '../../words/language.ts';

type Key = ServiceStatus['keys'][number];

const KINDS: Readonly<Record<Key['kind'], WordKey>> = {
  MASTER: 'service.key.master',
  LOOKUP: 'service.key.lookup',
  DATA: 'service.key.data',
  CONTENT: 'service.key.content',
};
const STATES: Readonly<Record<string, WordKey>> = {
  NEW: 'service.key.new',
  ACTIVE: 'service.key.active',
  RETIRING: 'service.key.retiring',
};
const DAY_MS = 86_400_000;

/** Lists the keys with their age, without key material. */
export function KeyPanel({ of: { keys, at } }: { of: ServiceStatus }) {
  const { t } = useWords();
  const days = ({ created_at: since }: Key) => Math.max(0, Math.floor((Date.parse(at) - Date.parse(since)) / DAY_MS));
  const stateOf = ({ state }: Key) => {
    const word = STATES[state];
    return word === undefined ? state : t(word);
  };
  const columns: readonly Column<Key>[] = [
    { id: 'kind', header: t('service.key'), cell: ({ row }) => t(KINDS[row.original.kind]) },
    { id: 'version', header: t('service.key.version'), isFigure: true, cell: ({ row }) => row.original.version },
    { id: 'state', header: t('service.state'), cell: ({ row }) => stateOf(row.original) },
    { id: 'age', header: t('service.key.age'), cell: ({ row }) => t('service.days', { count: days(row.original) }) },
    { id: 'created', header: t('service.key.created'), cell: ({ row }) => <Time at={row.original.created_at} /> },
  ];
  return (
    <Panel title={t('service.keys')}>
      <DataTable
        name={t('service.keys')}
        columns={columns}
        rows={keys}
        keyOf={({ kind, version }) => `${kind} ${version}`}
      />
    </Panel>
  );
}
