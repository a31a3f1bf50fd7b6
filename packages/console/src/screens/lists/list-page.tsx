import { useParams } from '@tanstack/react-router';
import { NoPermission } from '../../parts/page/error-notice.tsx';
import { Facts } from '../../parts/page/facts.tsx';
import { Page } from '../../parts/page/page.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { QueryBoundary } from '../../parts/page/query-boundary.tsx';
import { Time } from '../../parts/value/time.tsx';
import { useHasScope, useTimeZone } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { AddEntries } from './add-entries.tsx';
import { EntryPanel } from './entry-panel.tsx';
import { KIND_WORDS } from './kind-words.ts';
import { type ListWithEntries, useList } from './list-queries.ts';
import { UserPanel } from './user-panel.tsx';

export function ListPage() {
  return useHasScope('programs:read') ? <ListOf /> : <NoPermission />;
}

function ListOf() {
  const { name } = useParams({ from: '/lists/$name' });
  const list = useList(name);
  return <QueryBoundary query={list}>{(found) => <OneList key={name} list={found} />}</QueryBoundary>;
}

/** Shows one list: its entries, the rules that use it, and forms to add and remove entries. */
function OneList({ list }: { list: ListWithEntries }) {
  const { t, locale } = useWords();
  const zone = useTimeZone();
  const mayWrite = useHasScope('programs:write');
  const facts = [
    { name: t('lists.kind'), value: t(KIND_WORDS[list.kind]) },
    { name: t('lists.count'), value: new Intl.NumberFormat(locale).format(list.count) },
    { name: t('lists.changedAt'), value: <Time at={list.changed_at} /> },
    { name: t('lists.changedBy'), value: <bdi dir="ltr">{list.changed_by}</bdi> },
  ];
  return (
    <Page title={list.name} about={t('authorizations.zone', { zone })} side={<UserPanel name={list.name} />}>
      <Panel title={t('lists.facts')}>
        <Facts facts={facts} />
      </Panel>
      {mayWrite && <AddEntries list={list} />}
      <EntryPanel list={list} />
    </Page>
  );
}
