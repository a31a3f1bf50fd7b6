import type { ServiceChecks } from '@cardwright/contract';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { ErrorNotice } from '../../parts/page/error-notice.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { PulseIcon } from '../../theme/icons.ts';
import type { WordKey } from '../../words/en.ts';
import { useWords } from '../../words/language.ts';
import { checkName } from './check-name.ts';
import classes from './service.module.css';
import { runChecks } from './service-calls.ts';

type Check = ServiceChecks['checks'][number];

const RESULTS: Readonly<Record<Check['status'], WordKey>> = {
  pass: 'service.check.pass',
  warn: 'service.check.warn',
  fail: 'service.check.fail',
};
const ORDER: readonly Check['status'][] = ['fail', 'warn', 'pass'];

/** Runs the checks of the doctor and lists their results, the failed ones first. */
export function CheckPanel() {
  const { t } = useWords();
  const run = useMutation({ mutationFn: runChecks });
  return (
    <Panel title={t('service.checks')}>
      <p className={classes.about}>{t('service.checksAbout')}</p>
      <Button leftSection={<PulseIcon aria-hidden />} loading={run.isPending} onClick={() => run.mutate()}>
        {t('service.runChecks')}
      </Button>
      {run.error !== null && <ErrorNotice error={run.error} retry={() => run.mutate()} />}
      {run.data !== undefined && <Results of={run.data} />}
    </Panel>
  );
}

function Results({ of: { checks } }: { of: ServiceChecks }) {
  const { t, language } = useWords();
  const rows = ORDER.flatMap((status) => checks.filter((check) => check.status === status));
  const columns: readonly Column<Check>[] = [
    { id: 'status', header: t('service.check.result'), cell: ({ row }) => t(RESULTS[row.original.status]) },
    {
      id: 'name',
      header: t('service.check.name'),
      // the English name is the one that the command prints
      cell: ({ row: { original } }) => <bdi title={original.name}>{checkName(original.name, language)}</bdi>,
    },
    {
      id: 'detail',
      header: t('service.check.detail'),
      cell: ({ row }) => (
        <bdi dir="ltr" lang="en">
          {row.original.detail}
        </bdi>
      ),
    },
  ];
  return (
    <div aria-live="polite" className={classes.results}>
      <DataTable
        name={t('service.checks')}
        columns={columns}
        rows={rows}
        keyOf={({ name, detail }) => `${name} ${detail}`}
      />
    </div>
  );
}
