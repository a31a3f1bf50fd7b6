import type { ServiceStatus } from '@cardwright/contract';
import { Facts } from '../../parts/page/facts.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { Time } from '../../parts/value/time.tsx';
import type { WordKey } from '../../words/en.ts';
import { useWords } from '../../words/language.ts';

type Database = ServiceStatus['database'];

const REPLICATION: Readonly<Record<NonNullable<Database['replication']>, WordKey>> = {
  none: 'service.replication.none',
  asynchronous: 'service.replication.asynchronous',
  synchronous: 'service.replication.synchronous',
  waiting: 'service.replication.waiting',
};
const MB = 1_000_000;

/** Shows the database: its size, its replication and its archive. */
export function DatabasePanel({ of: { database, connections } }: { of: ServiceStatus }) {
  const { t, locale } = useWords();
  const figure = new Intl.NumberFormat(locale);
  const facts = [
    { name: t('service.postgres'), value: <bdi dir="ltr">{database.version}</bdi> },
    { name: t('service.size'), value: <bdi>{`${figure.format(Math.round(database.bytes / MB))} MB`}</bdi> },
    {
      name: t('service.replication'),
      value: t(database.replication === null ? 'service.unknown' : REPLICATION[database.replication]),
    },
    { name: t('service.standbys'), value: figure.format(database.standbys) },
    {
      name: t('service.lag'),
      value: database.lag_seconds === null ? t('service.unknown') : `${figure.format(database.lag_seconds)} s`,
    },
    {
      name: t('service.archived'),
      value: database.archived_at === null ? t('service.notArchived') : <Time at={database.archived_at} />,
    },
    ...(database.archive_failed_at === null
      ? []
      : [{ name: t('service.archiveFailed'), value: <Time at={database.archive_failed_at} /> }]),
    { name: t('service.busy'), value: figure.format(connections.busy) },
    { name: t('service.idle'), value: figure.format(connections.idle) },
  ];
  return (
    <Panel title={t('service.database')}>
      <Facts facts={facts} />
    </Panel>
  );
}
