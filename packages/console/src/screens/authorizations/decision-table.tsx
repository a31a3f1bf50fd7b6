import type { AuthorizationListItem } from '@cardwright/contract';
import { useMemo } from 'react';
import { DataTable } from '../../parts/table/data-table.tsx';
import { useWords } from '../../words/language.ts';
import type { ColumnName } from './column-choice.ts';
import { decisionColumns } from './decision-columns.tsx';
import { keyOfDecision } from './decision-key.ts';

interface TableParts {
  readonly rows: readonly AuthorizationListItem[];
  readonly columns: readonly ColumnName[];
  readonly openKey: string | undefined;
  readonly open: (key: string) => void;
}

/** Lists decisions, one per line. */
export function DecisionTable({ rows, columns, openKey, open }: TableParts) {
  const { t, language, locale } = useWords();
  // The same columns as before keep the rows from rendering again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `t` depends on the language only
  const visibleColumns = useMemo(() => decisionColumns(columns, { t, language, locale }), [columns, language, locale]);
  return (
    <DataTable
      name={t('authorizations.list')}
      columns={visibleColumns}
      rows={rows}
      keyOf={keyOfDecision}
      isDense
      openKey={openKey}
      onOpen={open}
    />
  );
}
