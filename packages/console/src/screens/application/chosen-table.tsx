import type { HitState, ReviewedMerchant } from '@cardwright/contract';
import { Link } from '@tanstack/react-router';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { HitCounts } from '../../parts/hit-counts.tsx';
import { shownStatus } from '../../parts/merchant-status.ts';
import { Status } from '../../parts/status.tsx';
import { useSession } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import classes from './application.module.css';
import type { Chosen } from './bulk-actions.tsx';
import { ByWhom } from './by-whom.tsx';

interface TableParts {
  readonly rows: readonly ReviewedMerchant[];
  readonly applicationId: string;
  readonly chosen: Chosen;
  readonly choose: (chosen: Chosen) => void;
}

/** Merchants of one application, each of which can be chosen for what is done with many. */
export function ChosenTable({ rows, applicationId, chosen, choose }: TableParts) {
  const { t } = useWords();
  const { subject } = useSession();
  const toggle = (merchant: ReviewedMerchant) => {
    const after = new Map(chosen);
    if (!after.delete(merchant.merchantId)) after.set(merchant.merchantId, merchant);
    choose(after);
  };
  const columns: readonly Column<ReviewedMerchant>[] = [
    {
      id: 'chosen',
      header: t('bulk.chosen'),
      cell: ({ row: { original } }) => (
        <input
          type="checkbox"
          className={classes.box}
          checked={chosen.has(original.merchantId)}
          onChange={() => toggle(original)}
          aria-label={t('bulk.choose', { name: original.merchantName })}
        />
      ),
    },
    {
      id: 'who',
      header: t('merchants.who'),
      cell: ({ row: { original } }) => (
        <span className={classes.who}>
          <Link
            to="/merchants/$applicationId"
            params={{ applicationId }}
            search={(before: object) => ({ ...before, merchant: original.merchantId })}
          >
            <bdi>{original.merchantName}</bdi>
          </Link>
          <bdi dir="ltr" className={classes.second}>
            {original.merchantId}
          </bdi>
        </span>
      ),
    },
    { id: 'mcc', header: t('field.mcc'), cell: ({ row }) => row.original.mcc },
    { id: 'hits', header: t('hits.title'), cell: ({ row }) => <HitCounts hits={countsOf(row.original)} /> },
    {
      id: 'status',
      header: t('merchants.status'),
      cell: ({ row }) => <Status of={shownStatus(row.original.status)} />,
    },
    {
      id: 'reviewed',
      header: t('application.reviewedBy'),
      cell: ({ row: { original } }) =>
        original.reviewedBy === null ? t('person.nobody') : <ByWhom by={original.reviewedBy} subject={subject} />,
    },
  ];
  return <DataTable name={t('merchants.list')} columns={columns} rows={rows} keyOf={(row) => row.merchantId} />;
}

function countsOf({ screening }: ReviewedMerchant): Partial<Record<HitState, number>> {
  const counts: Partial<Record<HitState, number>> = {};
  for (const { state } of screening.hits ?? []) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
}
