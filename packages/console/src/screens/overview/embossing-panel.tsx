import type { EmbossingState } from '@cardwright/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Fact, Facts } from '../../parts/page/facts.tsx';
import { Notice } from '../../parts/page/notice.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { QueryBoundary } from '../../parts/page/query-boundary.tsx';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { Status } from '../../parts/value/status.tsx';
import { Time } from '../../parts/value/time.tsx';
import { useClient } from '../../session/session.ts';
import { CheckIcon } from '../../theme/icons.ts';
import type { WordKey } from '../../words/en.ts';
import { useWords } from '../../words/language.ts';
import classes from './overview.module.css';

type Run = EmbossingState['runs'][number];
type Remark = EmbossingState['not_written'][number];

const REASONS: Readonly<Record<EmbossingState['by_reason'][number]['reason'], WordKey>> = {
  NEW: 'embossing.new',
  RENEWAL: 'embossing.renewal',
  REPLACEMENT: 'embossing.replacement',
};
const REMARKS: Readonly<Record<Remark['because'], WordKey>> = {
  NO_NAME: 'embossing.noName',
  CARD_ENDED: 'embossing.cardEnded',
  SUPERSEDED: 'embossing.superseded',
  EXPIRED: 'embossing.expired',
};
const AGAIN_MS = 60_000;
const VISIBLE_RUNS = 5;

/** Shows the cards that wait for the card bureau's next file, those that the file cannot hold, and the last files. */
export function EmbossingPanel() {
  const { t } = useWords();
  const client = useClient();
  const state = useQuery({
    queryKey: ['embossing'],
    refetchInterval: AGAIN_MS,
    queryFn: async ({ signal }) => client.embossing.retrieve({ signal }),
  });
  return (
    <Panel title={t('embossing.title')}>
      <QueryBoundary query={state}>
        {(embossing) => (
          <>
            {embossing.waiting === 0 ? (
              <Notice icon={CheckIcon} title={t('embossing.none')} text={t('embossing.noneAbout')} />
            ) : (
              <Waiting state={embossing} />
            )}
            {embossing.not_written.length > 0 && <NotWritten remarks={embossing.not_written} />}
            {embossing.runs.length > 0 && <Runs runs={embossing.runs.slice(0, VISIBLE_RUNS)} />}
          </>
        )}
      </QueryBoundary>
    </Panel>
  );
}

function Waiting({ state: { waiting, waiting_since: since, by_reason: reasons } }: { state: EmbossingState }) {
  const { t, locale } = useWords();
  const count = new Intl.NumberFormat(locale);
  const facts: readonly Fact[] = [
    { name: t('embossing.waiting'), value: <strong className={classes.figure}>{count.format(waiting)}</strong> },
    ...reasons.map(({ reason, count: cards }) => ({ name: t(REASONS[reason]), value: count.format(cards) })),
    ...(since === null ? [] : [{ name: t('embossing.since'), value: <Time at={since} /> }]),
  ];
  return <Facts facts={facts} />;
}

function NotWritten({ remarks }: { remarks: readonly Remark[] }) {
  const { t } = useWords();
  const columns: readonly Column<Remark>[] = [
    {
      id: 'card',
      header: t('decision.card'),
      cell: ({ row: { original } }) => (
        <Link to="/cards/$exid" params={{ exid: original.card_identifier_id }}>
          <bdi dir="ltr">{original.card_identifier_id}</bdi>
        </Link>
      ),
    },
    { id: 'because', header: t('embossing.because'), cell: ({ row }) => t(REMARKS[row.original.because]) },
  ];
  return (
    <>
      <h3>{t('embossing.notWritten')}</h3>
      <DataTable
        name={t('embossing.notWritten')}
        columns={columns}
        rows={remarks}
        keyOf={({ card_identifier_id: exid }) => exid}
      />
    </>
  );
}

function Runs({ runs }: { runs: readonly Run[] }) {
  const { t, locale } = useWords();
  const columns: readonly Column<Run>[] = [
    {
      id: 'file',
      header: t('embossing.file'),
      cell: ({ row: { original } }) => (
        <bdi dir="ltr" className={classes.path}>
          {original.file_name ?? String(original.run_number)}
        </bdi>
      ),
    },
    { id: 'state', header: t('embossing.state'), cell: ({ row }) => <Status of={row.original.state} /> },
    { id: 'at', header: t('embossing.takenAt'), cell: ({ row }) => <Time at={row.original.taken_at} /> },
    {
      id: 'cards',
      header: t('embossing.cards'),
      isFigure: true,
      cell: ({ row }) => new Intl.NumberFormat(locale).format(row.original.cards),
    },
  ];
  return (
    <>
      <h3>{t('embossing.runs')}</h3>
      <DataTable
        name={t('embossing.runs')}
        columns={columns}
        rows={runs}
        keyOf={({ run_number: number }) => String(number)}
      />
    </>
  );
}
