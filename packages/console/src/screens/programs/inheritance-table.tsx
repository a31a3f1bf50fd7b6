import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { SettingName, SettingValue } from '../../parts/value/setting-value.tsx';
import type { WordKey } from '../../words/en.ts';
import { useWords } from '../../words/language.ts';
import type { InheritedField } from './inheritance.ts';
import classes from './programs.module.css';

const FROM: Readonly<Record<InheritedField['from'], WordKey>> = {
  account: 'inherited.fromAccount',
  program: 'inherited.fromProgram',
  nothing: 'inherited.fromNothing',
};

/** Shows each field of an account with its value, its source, and its maximum. */
export function InheritanceTable({ rows, currency }: { rows: readonly InheritedField[]; currency: string }) {
  const { t } = useWords();
  if (rows.length === 0) return <p className={classes.dimmed}>{t('inherited.nothing')}</p>;
  const columns: readonly Column<InheritedField>[] = [
    { id: 'field', header: t('program.field'), cell: ({ row }) => <SettingName field={row.original.field} /> },
    {
      id: 'value',
      header: t('inherited.has'),
      cell: ({ row: { original } }) => (
        <SettingValue field={original.field} value={original.value} currency={currency} />
      ),
    },
    {
      id: 'from',
      header: t('inherited.from'),
      cell: ({ row: { original } }) => (
        <span data-inherited={`${original.field} ${original.from}`}>{t(FROM[original.from])}</span>
      ),
    },
    {
      id: 'ceiling',
      header: t('program.ceiling'),
      cell: ({ row: { original } }) => <Ceiling of={original} currency={currency} />,
    },
  ];
  return <DataTable name={t('inherited.title')} columns={columns} rows={rows} keyOf={({ field }) => field} />;
}

function Ceiling({ of: { field, ceiling, isAbove }, currency }: { of: InheritedField; currency: string }) {
  const { t } = useWords();
  if (ceiling === undefined) return '–';
  return (
    <span className={classes.product}>
      <SettingValue field={field} value={ceiling} currency={currency} />
      {isAbove && (
        <span className={`${classes.dimmed} ${classes.above}`} data-above={field}>
          {t('inherited.above')}
        </span>
      )}
    </span>
  );
}
