import type { ApplicationSummary } from '@cardwright/contract';
import type { Static } from 'typebox';
import { MerchantName } from '../../parts/decision/merchant-name.tsx';
import { HitCounts } from '../../parts/rule/hit-counts.tsx';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { awaitedStatus, merchantStatus } from '../../parts/value/merchant-status.ts';
import { Status } from '../../parts/value/status.tsx';
import { Time } from '../../parts/value/time.tsx';
import { useWords } from '../../words/language.ts';
import classes from './merchants.module.css';

type Row = Static<typeof ApplicationSummary>;

interface Person {
  readonly subject: string;
  readonly name: string;
}

const DAY_MS = 24 * 60 * 60_000;

/** Lists applications, one per line: the applicant, the request, the findings, and the start of the wait. */
export function QueueTable({ rows, people }: { rows: readonly Row[]; people: readonly Person[] }) {
  const { t } = useWords();
  const columns: readonly Column<Row>[] = [
    { id: 'who', header: t('merchants.merchant'), cell: ({ row }) => <MerchantCell row={row.original} /> },
    { id: 'kind', header: t('merchants.kind'), cell: ({ row }) => <Kind row={row.original} /> },
    { id: 'hits', header: t('hits.title'), cell: ({ row }) => <HitCounts hits={row.original.hits} /> },
    { id: 'status', header: t('merchants.status'), cell: ({ row }) => <Counts row={row.original} people={people} /> },
    { id: 'since', header: t('merchants.since'), cell: ({ row }) => <Since at={row.original.createdAt} /> },
  ];
  return (
    <DataTable name={t('merchants.applications')} columns={columns} rows={rows} keyOf={(row) => row.applicationId} />
  );
}

function merchantsOf({ counts }: Row): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

function MerchantCell({ row }: { row: Row }) {
  const { t } = useWords();
  const { applicationId, first, requestId } = row;
  const others = merchantsOf(row) - 1;
  return (
    <MerchantName
      applicationId={applicationId}
      name={first?.merchantName ?? requestId}
      id={first?.merchantId ?? applicationId}
    >
      {others > 0 && ` ${t('merchants.andMore', { count: others })}`}
    </MerchantName>
  );
}

function Kind({ row }: { row: Row }) {
  const { t } = useWords();
  const boards = merchantsOf(row) - row.amendments;
  return (
    <>
      {boards > 0 && t('merchants.boarding')}
      {boards > 0 && row.amendments > 0 && ' · '}
      {row.amendments > 0 && t('merchants.amendment')}
    </>
  );
}

/** Counts the merchants by status, or by the step that they await, and names the reviewers. */
function Counts({ row: { counts, awaiting = {}, reviewedBy = [] }, people }: { row: Row; people: readonly Person[] }) {
  const { t, locale } = useWords();
  const figure = new Intl.NumberFormat(locale);
  const { PENDING_APPROVAL: _awaited, ...others } = counts;
  const statuses: readonly (readonly [string, number])[] = [
    ...Object.entries(awaiting).map(([step, count]) => [awaitedStatus(step), count] as const),
    ...Object.entries(others).map(([status, count]) => [merchantStatus(status), count] as const),
  ];
  const nameOf = (by: string) => people.find(({ subject }) => subject === by)?.name ?? by;
  return (
    <span className={classes.who}>
      <span className={classes.counts}>
        {statuses.map(([status, count]) => (
          <span key={status}>
            {statuses.length + count > 2 && `${figure.format(count)} `}
            <Status of={status} />
          </span>
        ))}
      </span>
      {reviewedBy.length > 0 && (
        <bdi className={classes.second}>
          {t('merchants.reviewedBy', { name: new Intl.ListFormat(locale).format(reviewedBy.map(nameOf)) })}
        </bdi>
      )}
    </span>
  );
}

function Since({ at }: { at: string }) {
  const { t } = useWords();
  const days = Math.floor((Date.now() - Date.parse(at)) / DAY_MS);
  return (
    <span className={classes.who}>
      <Time at={at} />
      {days > 0 && <span className={classes.second}>{t('merchants.days', { count: days })}</span>}
    </span>
  );
}
