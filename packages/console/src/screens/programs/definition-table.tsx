import type { SettingsField } from '@cardwright/contract';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { SettingName, SettingValue } from '../../parts/value/setting-value.tsx';
import { useWords } from '../../words/language.ts';
import { type Definition, fieldsOf } from './program-draft.ts';

/**
 * Shows each field of a version: the default for accounts without a setting, and the maximum that an account can set.
 */
export function DefinitionTable({ of }: { of: Definition }) {
  const { t } = useWords();
  const fields = fieldsOf(of);
  if (fields.length === 0) return of.limits.length > 0 ? null : <p>{t('program.empty')}</p>;
  const columns: readonly Column<{ field: SettingsField }>[] = [
    { id: 'field', header: t('program.field'), cell: ({ row }) => <SettingName field={row.original.field} /> },
    {
      id: 'default',
      header: t('program.default'),
      cell: ({ row }) => <SettingText field={row.original.field} value={of.defaults[row.original.field]} />,
    },
    {
      id: 'ceiling',
      header: t('program.ceiling'),
      cell: ({ row }) => <SettingText field={row.original.field} value={of.ceilings[row.original.field]} />,
    },
  ];
  return (
    <DataTable
      name={t('program.definition')}
      columns={columns}
      rows={fields.map((field) => ({ field }))}
      keyOf={({ field }) => field}
    />
  );
}

/** A value. Amounts are in each account's own currency. */
function SettingText({ field, value }: { field: SettingsField; value: string | undefined }) {
  return value === undefined ? '–' : <SettingValue field={field} value={value} currency={null} />;
}
