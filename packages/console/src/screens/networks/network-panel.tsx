import type { NetworkProcess, NetworkStatus } from '@cardwright/contract';
import { type Fact, Facts } from '../../parts/page/facts.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { Time } from '../../parts/value/time.tsx';
import type { WordKey } from '../../words/en.ts';
import { useWords } from '../../words/language.ts';
import { MessageLines } from './message-lines.tsx';
import classes from './networks.module.css';
import { addAnswers, latestMessages } from './sum-processes.ts';

type Network = NetworkStatus['networks'][number];

const STATES: Readonly<Record<NetworkProcess['state'], WordKey>> = {
  signed_on: 'networks.state.signedOn',
  connected: 'networks.state.connected',
  dialling: 'networks.state.dialling',
  listening: 'networks.state.listening',
};

/** Shows a network: its connections to each server process, its answers by code, and its latest messages. */
export function NetworkPanel({ of: { name, tenant, processes } }: { of: Network }) {
  const { t, locale } = useWords();
  const figure = new Intl.NumberFormat(locale);
  const answers = addAnswers(processes);
  const facts: Fact[] = [
    { name: t('networks.reaches'), value: tenant === null ? t('networks.allBanks') : <bdi>{tenant}</bdi> },
    ...answers.map(({ code, messages }) => ({
      name: code === 'none' ? t('networks.noAnswer') : t('networks.answer', { code }),
      value: figure.format(messages),
    })),
  ];
  return (
    <Panel title={name}>
      <Facts facts={facts} />
      <Processes name={name} processes={processes} />
      <h3 className={classes.title}>{t('networks.messages')}</h3>
      <MessageLines messages={latestMessages(processes)} />
    </Panel>
  );
}

function Processes({ name, processes }: { name: string; processes: readonly NetworkProcess[] }) {
  const { t, locale } = useWords();
  const figure = new Intl.NumberFormat(locale);
  const columns: readonly Column<NetworkProcess>[] = [
    { id: 'server', header: t('service.server'), cell: ({ row }) => <bdi dir="ltr">{row.original.server}</bdi> },
    { id: 'state', header: t('service.state'), cell: ({ row }) => t(STATES[row.original.state]) },
    { id: 'since', header: t('service.since'), cell: ({ row }) => <Time at={row.original.since} /> },
    {
      id: 'connections',
      header: t('networks.connections'),
      isFigure: true,
      cell: ({ row }) => <bdi>{figure.format(row.original.connections)}</bdi>,
    },
    {
      id: 'inFlight',
      header: t('networks.inFlight'),
      isFigure: true,
      cell: ({ row }) => <bdi>{figure.format(row.original.in_flight)}</bdi>,
    },
    { id: 'echo', header: t('networks.echo'), cell: ({ row }) => <Echo of={row.original} /> },
    {
      id: 'certificate',
      header: t('networks.certificate'),
      cell: ({ row: { original } }) =>
        original.certificate_expires_at !== null && <Time at={original.certificate_expires_at} day />,
    },
  ];
  return (
    <DataTable
      name={t('networks.processes', { name })}
      columns={columns}
      rows={processes}
      keyOf={({ server }) => server}
    />
  );
}

function Echo({ of: { last_echo_at: at, last_echo_ms: ms } }: { of: NetworkProcess }) {
  const { t, locale } = useWords();
  if (at === null || ms === null) return t('networks.noEcho');
  return (
    <>
      <Time at={at} /> <bdi>{`(${new Intl.NumberFormat(locale).format(ms)} ms)`}</bdi>
    </>
  );
}
