import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Notice } from '../../parts/page/notice.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { QueryBoundary } from '../../parts/page/query-boundary.tsx';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { TimeSince } from '../../parts/value/time-since.tsx';
import { useClient } from '../../session/session.ts';
import { CheckIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import classes from './overview.module.css';
import { callersIn, type FieldWarning, warningsByField } from './warnings-by-field.ts';

const MAX_WARNINGS = 10;

/**
 * Lists deviations from the interface that were tolerated, by operation and field, so that their senders can fix them.
 */
export function WarningPanel() {
  const { t, locale } = useWords();
  const client = useClient();
  const warnings = useQuery({
    queryKey: ['contract-warnings'],
    queryFn: async ({ signal }) => client.contractWarnings.list({ signal }),
  });
  const count = new Intl.NumberFormat(locale);
  const { caller } = useSearch({ from: '/overview' });
  const columns: readonly Column<FieldWarning>[] = [
    { id: 'caller', header: t('warnings.caller'), cell: ({ row }) => <Caller name={row.original.caller} /> },
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
    { id: 'last', header: t('warnings.last'), cell: ({ row }) => <TimeSince at={row.original.lastAt} /> },
  ];
  return (
    <Panel title={t('warnings.title')}>
      <QueryBoundary query={warnings}>
        {({ warnings: all }) => {
          const every = warningsByField(all);
          if (every.length === 0) {
            return <Notice icon={CheckIcon} title={t('warnings.none')} text={t('warnings.noneAbout')} />;
          }
          const callers = callersIn(every).filter((name) => name !== '');
          const fields = every.filter((field) => caller === undefined || field.caller === caller);
          const rows = fields.slice(0, MAX_WARNINGS);
          return (
            <>
              {(callers.length > 1 || caller !== undefined) && <CallerChoice callers={callers} chosen={caller} />}
              <DataTable
                name={t('warnings.title')}
                columns={columns}
                rows={rows}
                keyOf={({ caller: by, operation, path, rule }) => `${by} ${operation} ${path} ${rule}`}
              />
              {fields.length > MAX_WARNINGS && (
                <p className={classes.more}>{t('warnings.more', { count: fields.length - MAX_WARNINGS })}</p>
              )}
            </>
          );
        }}
      </QueryBoundary>
    </Panel>
  );
}

function CallerChoice({ callers, chosen }: { callers: readonly string[]; chosen: string | undefined }) {
  const { t } = useWords();
  const navigate = useNavigate({ from: '/overview' });
  const choices = chosen === undefined || callers.includes(chosen) ? callers : [...callers, chosen];
  return (
    <NativeSelect
      label={t('warnings.caller')}
      value={chosen ?? ''}
      onChange={({ currentTarget: { value } }) =>
        void navigate({ search: (before) => ({ ...before, caller: value === '' ? undefined : value }) })
      }
      data={[
        { value: '', label: t('warnings.everyCaller') },
        ...choices.map((name) => ({ value: name, label: name === 'people' ? t('warnings.people') : name })),
      ]}
      maw="18rem"
      mb="sm"
    />
  );
}

/** Names a caller. All sessions are one caller. Counts from before callers were recorded have none. */
function Caller({ name }: { name: string }) {
  const { t } = useWords();
  if (name === 'people') return <>{t('warnings.people')}</>;
  return name === '' ? <>–</> : <Code text={name} />;
}

function Code({ text }: { text: string }) {
  return (
    <bdi dir="ltr" className={classes.path}>
      {text}
    </bdi>
  );
}
