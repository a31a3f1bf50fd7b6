import { WEBHOOK_PAYLOADS } from '@cardwright/contract';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { useWords } from '../../words/language.ts';

interface Member {
  readonly name: string;
  readonly description: string;
}

interface Schema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** The members of every event of a change, from its schema. */
export function ChangeMembers() {
  const { t } = useWords();
  const columns: readonly Column<Member>[] = [
    { id: 'name', header: t('eventTypes.name'), cell: ({ row }) => <code dir="ltr">{row.original.name}</code> },
    {
      id: 'what',
      header: t('eventTypes.what'),
      // the contract has them in English
      cell: ({ row }) => (
        <bdi dir="ltr" lang="en">
          {row.original.description}
        </bdi>
      ),
    },
  ];
  const rows = membersOf(WEBHOOK_PAYLOADS.ChangeEvent as Schema, '');
  return <DataTable name={t('eventTypes.members')} columns={columns} rows={rows} keyOf={({ name }) => name} />;
}

function membersOf({ properties = {} }: Schema, before: string): readonly Member[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const own = { name: `${before}${name}`, description: schema.description ?? '' };
    return [own, ...membersOf(schema, `${before}${name}.`)];
  });
}
