import type { HitState, ReviewedMerchant } from '@cardwright/contract';
import { memo, useMemo } from 'react';
import { MerchantName } from '../../parts/decision/merchant-name.tsx';
import { HitCounts } from '../../parts/rule/hit-counts.tsx';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { Category } from '../../parts/value/category.tsx';
import { PersonName } from '../../parts/value/person-name.tsx';
import { Status } from '../../parts/value/status.tsx';
import { useSession } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { reviewStatus } from './review-rules.ts';
import { SelectionCheckbox } from './selection-checkbox.tsx';

interface TableParts {
  readonly rows: readonly ReviewedMerchant[];
  readonly applicationId: string;
}

/**
 * Lists the merchants of an application with checkboxes. It renders only if its rows change, because there can be a
 * thousand.
 */
export const SelectionTable = memo(function MerchantTable({ rows, applicationId }: TableParts) {
  const { t } = useWords();
  const columns = useColumns(applicationId);
  return <DataTable name={t('merchants.list')} columns={columns} rows={rows} keyOf={keyOf} />;
}, hasSameParts);

function hasSameParts(one: TableParts, other: TableParts): boolean {
  const isSame = one.applicationId === other.applicationId && one.rows.length === other.rows.length;
  return isSame && one.rows.every((row, at) => row === other.rows[at]);
}

const keyOf = ({ merchantId }: ReviewedMerchant) => merchantId;

/** Returns the same columns while their content is the same, so that rows do not render again. */
function useColumns(applicationId: string): readonly Column<ReviewedMerchant>[] {
  const { t } = useWords();
  const { subject } = useSession();
  return useMemo(
    () => [
      { id: 'chosen', header: t('bulk.chosen'), cell: ({ row }) => <SelectionCheckbox merchant={row.original} /> },
      {
        id: 'who',
        header: t('merchants.merchant'),
        cell: ({ row: { original } }) => (
          <MerchantName
            applicationId={applicationId}
            merchantId={original.merchantId}
            name={original.merchantName}
            id={original.merchantId}
            preservesFilters
          />
        ),
      },
      { id: 'mcc', header: t('field.mcc'), cell: ({ row }) => <Category code={row.original.mcc} /> },
      { id: 'hits', header: t('hits.title'), cell: ({ row }) => <HitCounts hits={countsOf(row.original)} /> },
      {
        id: 'status',
        header: t('merchants.status'),
        cell: ({ row }) => <Status of={reviewStatus(row.original)} />,
      },
      {
        id: 'reviewed',
        header: t('application.reviewedBy'),
        cell: ({ row: { original } }) =>
          original.reviewedBy === null ? (
            t('person.unassigned')
          ) : (
            <PersonName by={original.reviewedBy} subject={subject} />
          ),
      },
    ],
    [applicationId, subject, t],
  );
}

function countsOf({ screening }: ReviewedMerchant): Partial<Record<HitState, number>> {
  const counts: Partial<Record<HitState, number>> = {};
  for (const { state } of screening.hits ?? []) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
}
