import type { BankPromise } from '@cardwright/contract';
import { Button, Group } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { describeCondition } from '../../parts/condition/condition-words.ts';
import { ConfirmDialog } from '../../parts/decision/confirm-dialog.tsx';
import { useSecondPerson } from '../../parts/decision/second-person.ts';
import { NoPermission } from '../../parts/page/error-notice.tsx';
import { Notice } from '../../parts/page/notice.tsx';
import { Page } from '../../parts/page/page.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { QueryBoundary } from '../../parts/page/query-boundary.tsx';
import { STATEMENT_WORDS, statementOf } from '../../parts/rule/promise-words.ts';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { useHasScope } from '../../session/session.ts';
import { LawIcon, PlusIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import { PromiseForm } from './promise-form.tsx';
import { usePromiseChanges, usePromises } from './promise-queries.ts';

export function PromisesPage() {
  return useHasScope('programs:read') ? <AllPromises /> : <NoPermission />;
}

/** Lists the promises that rules have to keep. The address names the promise that is being edited, or `new`. */
function AllPromises() {
  const { t } = useWords();
  const promises = usePromises();
  const navigate = useNavigate({ from: '/promises' });
  const mayWrite = useHasScope('programs:write');
  const { edit } = useSearch({ from: '/promises' });
  const open = (name: string | undefined) => void navigate({ search: { edit: name } });
  const add = mayWrite && edit === undefined && (
    <Button leftSection={<PlusIcon aria-hidden />} onClick={() => open('new')}>
      {t('promises.add')}
    </Button>
  );
  return (
    <Page title={t('promises.title')} about={t('promises.about')} actions={add}>
      <QueryBoundary query={promises}>
        {({ items }) => (
          <>
            {mayWrite && edit !== undefined && (
              <PromiseForm key={edit} first={items.find(({ name }) => name === edit)} close={() => open(undefined)} />
            )}
            <Panel title={t('promises.list')}>
              {items.length === 0 ? (
                <Notice icon={LawIcon} title={t('promises.none')} text={t('promises.noneAbout')} />
              ) : (
                <PromiseTable rows={items} edit={open} />
              )}
            </Panel>
          </>
        )}
      </QueryBoundary>
    </Page>
  );
}

function PromiseTable({ rows, edit }: { rows: readonly BankPromise[]; edit: (name: string) => void }) {
  const { t, language } = useWords();
  const mayWrite = useHasScope('programs:write');
  const { remove } = usePromiseChanges();
  const second = useSecondPerson();
  const [leaving, setLeaving] = useState<string>();
  const deletion = leaving && {
    title: t('promises.deleteTitle', { name: leaving }),
    effects: [t('promises.deleteEffect')],
    verb: t('promises.delete'),
    cannotBeUndone: true,
    carryOut: (reason: string) => remove(leaving, reason),
  };
  const columns: readonly Column<BankPromise>[] = [
    { id: 'name', header: t('rules.name'), cell: ({ row }) => <bdi dir="ltr">{row.original.name}</bdi> },
    {
      id: 'condition',
      header: t('rules.condition'),
      cell: ({ row: { original } }) => describeCondition(original.condition, language),
    },
    { id: 'outcome', header: t('promises.outcome'), cell: ({ row }) => t(STATEMENT_WORDS[statementOf(row.original)]) },
    { id: 'reason', header: t('promises.reason'), cell: ({ row }) => <bdi>{row.original.reason}</bdi> },
    {
      id: 'actions',
      header: '',
      cell: ({ row: { original } }) =>
        mayWrite && (
          <Group gap="xs">
            <Button variant="default" size="compact-sm" onClick={() => edit(original.name)}>
              {t('promises.edit')}
            </Button>
            <Button variant="default" size="compact-sm" onClick={() => setLeaving(original.name)}>
              {t('promises.delete')}
            </Button>
          </Group>
        ),
    },
  ];
  return (
    <>
      <DataTable name={t('promises.list')} columns={columns} rows={rows} keyOf={(row) => row.name} />
      <ConfirmDialog act={deletion ? second('ALWAYS', deletion) : undefined} close={() => setLeaving(undefined)} />
    </>
  );
}
