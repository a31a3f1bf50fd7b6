import { type BankRule, RULE_STATES } from '@cardwright/contract';
import { Button, NativeSelect } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { describeCondition } from '../../parts/condition/condition-words.ts';
import { NoPermission } from '../../parts/page/error-notice.tsx';
import { Notice } from '../../parts/page/notice.tsx';
import { Page } from '../../parts/page/page.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { PagedRows } from '../../parts/table/paged-rows.tsx';
import { Status } from '../../parts/value/status.tsx';
import { STATUSES } from '../../parts/value/statuses.ts';
import { useHasScope, useTimeZone } from '../../session/session.ts';
import { LawIcon, PlusIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import { effectName } from './effect-words.ts';
import { RecentCounts } from './recent-counts.tsx';
import { useRules } from './rule-queries.ts';
import classes from './rules.module.css';

export function RulesPage() {
  return useHasScope('programs:read') ? <AllRules /> : <NoPermission />;
}

/** Lists the rules that decline payments for the whole bank, and those that are being tried. */
function AllRules() {
  const { t } = useWords();
  const zone = useTimeZone();
  const navigate = useNavigate({ from: '/rules' });
  const mayWrite = useHasScope('programs:write');
  const { state } = useSearch({ from: '/rules' });
  const selected = RULE_STATES.find((each) => each === state);
  const rules = useRules(selected);
  const add = mayWrite && (
    <Button leftSection={<PlusIcon aria-hidden />} onClick={() => void navigate({ to: '/rules/new' })}>
      {t('rules.add')}
    </Button>
  );
  const filter = (
    <NativeSelect
      aria-label={t('rules.state')}
      value={selected ?? ''}
      onChange={(event) => void navigate({ search: { state: event.currentTarget.value || undefined } })}
    >
      <option value="">{t('rules.anyState')}</option>
      {RULE_STATES.map((each) => (
        <option key={each} value={each}>
          {t(STATUSES[each]?.word ?? 'rules.anyState')}
        </option>
      ))}
    </NativeSelect>
  );
  return (
    <Page
      title={t('rules.title')}
      about={t('rules.about', { zone })}
      actions={
        <>
          <Link to="/lists" className={classes.aside}>
            {t('lists.title')}
          </Link>
          <Link to="/promises" className={classes.aside}>
            {t('promises.title')}
          </Link>
          {add}
        </>
      }
    >
      <Panel title={t('rules.list')} headerContent={filter}>
        <PagedRows
          query={rules}
          rowsOf={({ items }) => items}
          empty={
            <Notice
              icon={LawIcon}
              title={t('rules.none')}
              text={t(selected === undefined ? 'rules.noneAbout' : 'rules.noneInState')}
            >
              {selected === undefined && add}
            </Notice>
          }
        >
          {(rows) => <RuleRows rows={rows} />}
        </PagedRows>
      </Panel>
    </Page>
  );
}

function RuleRows({ rows }: { rows: readonly BankRule[] }) {
  const { t, language } = useWords();
  const columns: readonly Column<BankRule>[] = [
    {
      id: 'name',
      header: t('rules.name'),
      cell: ({ row: { original } }) => (
        <Link to="/rules/$ruleId" params={{ ruleId: original.rule_id }}>
          <bdi dir="ltr">{original.name}</bdi>
        </Link>
      ),
    },
    { id: 'state', header: t('rules.state'), cell: ({ row }) => <States of={row.original} /> },
    {
      id: 'condition',
      header: t('rules.condition'),
      cell: ({ row: { original } }) =>
        original.versions[0] !== undefined && (
          <span className={classes.condition}>{describeCondition(original.versions[0].condition, language)}</span>
        ),
    },
    {
      id: 'effect',
      header: t('rules.effect'),
      cell: ({ row: { original } }) => original.versions[0] !== undefined && effectName(t, original.versions[0].effect),
    },
    {
      id: 'counts',
      header: t('rules.recent'),
      isFigure: true,
      cell: ({ row }) => <RecentCounts rule={row.original} />,
    },
  ];
  return <DataTable name={t('rules.list')} columns={columns} rows={rows} keyOf={(row) => row.rule_id} />;
}

/** Shows each version that is not retired with its state. For a retired rule it shows the newest version. */
function States({ of }: { of: BankRule }) {
  const { t } = useWords();
  const going = of.versions.filter(({ state }) => state !== 'RETIRED');
  const visible = going.length > 0 ? going : of.versions.slice(0, 1);
  return (
    <span className={classes.states}>
      {visible.map(({ version, state }) => (
        <span key={version} className={classes.stateOf}>
          <Status of={state} />
          {of.versions.length > 1 && <span className={classes.dimmed}>{t('rules.versionOf', { version })}</span>}
        </span>
      ))}
    </span>
  );
}
