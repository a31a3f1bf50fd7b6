import type { BankRule } from '@cardwright/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { describeCondition } from '../../parts/condition/condition-words.ts';
import { Notice } from '../../parts/page/notice.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { QueryBoundary } from '../../parts/page/query-boundary.tsx';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { TimeSince } from '../../parts/value/time-since.tsx';
import { useClient } from '../../session/session.ts';
import { CheckIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';

const AGAIN_MS = 30_000;
/** The maximum number of rules that can be tried at the same time. */
const MAX_PROPOSED = 50;

/** Lists proposed rules for people who can approve them. */
export function WaitingRulesPanel() {
  const { t, language } = useWords();
  const client = useClient();
  const rules = useQuery({
    queryKey: ['rules', 'waiting'],
    refetchInterval: AGAIN_MS,
    queryFn: async ({ signal }) => client.rules.list({ state: 'PROPOSED' }, { signal }).take(MAX_PROPOSED),
  });
  const columns: readonly Column<BankRule>[] = [
    {
      id: 'name',
      header: t('rules.name'),
      cell: ({ row: { original } }) => (
        <Link
          to="/rules/$ruleId"
          params={{ ruleId: original.rule_id }}
          search={{ version: String(proposed(original)?.version) }}
        >
          <bdi dir="ltr">{original.name}</bdi>
        </Link>
      ),
    },
    {
      id: 'condition',
      header: t('rules.condition'),
      cell: ({ row }) => {
        const version = proposed(row.original);
        return version === undefined ? null : describeCondition(version.condition, language);
      },
    },
    {
      id: 'by',
      header: t('waitingRules.by'),
      cell: ({ row }) => <bdi dir="ltr">{proposed(row.original)?.proposed_by}</bdi>,
    },
    {
      id: 'at',
      header: t('waitingRules.at'),
      cell: ({ row }) => {
        const at = proposed(row.original)?.proposed_at;
        return at === null || at === undefined ? null : <TimeSince at={at} />;
      },
    },
  ];
  return (
    <Panel title={t('waitingRules.title')}>
      <QueryBoundary query={rules}>
        {(rows) =>
          rows.length === 0 ? (
            <Notice icon={CheckIcon} title={t('waitingRules.none')} text={t('waitingRules.noneAbout')} />
          ) : (
            <DataTable name={t('waitingRules.title')} columns={columns} rows={rows} keyOf={(row) => row.rule_id} />
          )
        }
      </QueryBoundary>
    </Panel>
  );
}

function proposed({ versions }: BankRule): BankRule['versions'][number] | undefined {
  return versions.find(({ state }) => state === 'PROPOSED');
}
