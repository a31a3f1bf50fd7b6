import type { ProvisioningListItem } from '@cardwright/contract';
import { Link } from '@tanstack/react-router';
import { Notice } from '../../parts/page/notice.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { QueryBoundary } from '../../parts/page/query-boundary.tsx';
import { describeGround } from '../../parts/provisioning/provisioning-words.ts';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { Status } from '../../parts/value/status.tsx';
import { Time } from '../../parts/value/time.tsx';
import { useHasScope } from '../../session/session.ts';
import { KeyIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import { useTokenRequests } from './card-queries.ts';

/** Lists the latest requests for tokens of the card. Each opens its decision. */
export function TokenRequestPanel({ exid }: { exid: string }) {
  const { t } = useWords();
  const mayRead = useHasScope('tokens:read');
  const requests = useTokenRequests(exid);
  if (!mayRead) return null;
  const columns: readonly Column<ProvisioningListItem>[] = [
    {
      id: 'at',
      header: t('decision.at'),
      cell: ({ row: { original } }) => (
        <Link to="/token-requests/$decisionId" params={{ decisionId: original.decision_id }}>
          <Time at={original.decided_at} />
        </Link>
      ),
    },
    { id: 'wallet', header: t('token.wallet'), cell: ({ row }) => <bdi>{row.original.requestor_name}</bdi> },
    { id: 'outcome', header: t('decision.state'), cell: ({ row }) => <Status of={row.original.outcome} /> },
    { id: 'reason', header: t('decision.reason'), cell: ({ row }) => describeGround(row.original, t) },
  ];
  const actions = (
    <span>
      <Link to="/token-requests/what-if" search={{ card: exid }}>
        {t('tokenRequest.try')}
      </Link>
      {' · '}
      <Link to="/token-requests" search={{ card: exid }}>
        {t('recent.all')}
      </Link>
    </span>
  );
  return (
    <Panel title={t('tokenRequest.title')} headerContent={actions}>
      <QueryBoundary query={requests}>
        {({ items }) =>
          items.length === 0 ? (
            <Notice icon={KeyIcon} title={t('tokenRequest.none')} text={t('tokenRequest.noneAbout')} />
          ) : (
            <DataTable name={t('tokenRequest.title')} columns={columns} rows={items} keyOf={(row) => row.decision_id} />
          )
        }
      </QueryBoundary>
    </Panel>
  );
}
