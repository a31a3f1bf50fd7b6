import { useQuery } from '@tanstack/react-query';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { Fetched } from '../../parts/fetched.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Time } from '../../parts/time.tsx';
import { useClient } from '../../session/session.ts';
import { CheckIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import classes from './overview.module.css';
import { type FieldWarning, warningsByField } from './warnings-by-field.ts';

const SHOWN = 10;

/** What was accepted though the interface says otherwise, by operation and field: worth mending at whoever sends it. */
export function WarningPanel() {
  const { t, locale } = useWords();
  const client = useClient();
  const warnings = useQuery({
    queryKey: ['contract-warnings'],
    queryFn: async ({ signal }) => client.contractWarnings.list({ signal }),
  });
  const count = new Intl.NumberFormat(locale);
  const columns: readonly Column<FieldWarning>[] = [
    {
      id: 'operation',
      header: t('warnings.operation'),
      cell: ({ row }) => <Code text={row.original.operation} />,
    },
    { id: 'field', header: t('warnings.field'), cell: ({ row }) => <Code text={row.original.path} /> },
    { id: 'rule', header: t('warnings.rule'), cell: ({ row }) => <Code text={row.original.rule} /> },
    {
      id: 'count',
      header: t('warnings.count'),
      isFigure: true,
      cell: ({ row }) => count.format(row.original.count),
    },
    { id: 'last', header: t('warnings.last'), cell: ({ row }) => <Time at={row.original.lastAt} /> },
  ];
  return (
    <Panel title={t('warnings.title')}>
      <Fetched query={warnings}>
        {({ warnings: all }) => {
          const fields = warningsByField(all);
          if (fields.length === 0) {
            return <Notice icon={CheckIcon} title={t('warnings.none')} text={t('warnings.noneAbout')} />;
          }
          const rows = fields.slice(0, SHOWN);
          return (
            <>
              <DataTable
                name={t('warnings.title')}
                columns={columns}
                rows={rows}
                keyOf={({ operation, path, rule }) => `${operation} ${path} ${rule}`}
              />
              {fields.length > SHOWN && (
                <p className={classes.more}>{t('warnings.more', { count: fields.length - SHOWN })}</p>
              )}
            </>
          );
        }}
      </Fetched>
    </Panel>
  );
}

function Code({ text }: { text: string }) {
  return (
    <bdi dir="ltr" className={classes.path}>
      {text}
    </bdi>
  );
}
