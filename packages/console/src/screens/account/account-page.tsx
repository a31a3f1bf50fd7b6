import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { CardTiles } from '../../parts/card/card-tiles.tsx';
import { CustomLimitPanel } from '../../parts/custom-limits/custom-limit-panel.tsx';
import { RecentDecisions } from '../../parts/decision/recent-decisions.tsx';
import { ErrorNotice, NoPermission } from '../../parts/page/error-notice.tsx';
import { Facts } from '../../parts/page/facts.tsx';
import { Loading } from '../../parts/page/loading.tsx';
import { Page } from '../../parts/page/page.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { QueryBoundary } from '../../parts/page/query-boundary.tsx';
import { TimeLine } from '../../parts/time-line/time-line.tsx';
import { Identifier } from '../../parts/value/identifier.tsx';
import { Money } from '../../parts/value/money.tsx';
import { Time } from '../../parts/value/time.tsx';
import { useClient, useHasScope } from '../../session/session.ts';
import type { WordKey } from '../../words/en.ts';
import { useWords } from '../../words/language.ts';
import { IssueCard } from './issue-card.tsx';

const BALANCES: Readonly<Record<string, WordKey>> = {
  AVAILABLE: 'accounts.available',
  BLOCKED: 'accounts.reserved',
  TOTAL_BALANCE: 'accounts.total',
};

export function AccountPage() {
  return useHasScope('accounts:read') ? <AccountOf /> : <NoPermission />;
}

/** Shows one account: its balances, its cards, and its recent events. */
function AccountOf() {
  const { t } = useWords();
  const client = useClient();
  const mayReadSettings = useHasScope('settings:read');
  const { accountNumber } = useParams({ from: '/accounts/$accountNumber' });
  const {
    data: account,
    error,
    refetch,
  } = useQuery({
    queryKey: ['account', accountNumber],
    queryFn: async ({ signal }) => client.accounts.retrieve(accountNumber, {}, { signal }),
  });
  const cards = useQuery({
    queryKey: ['cards', { accountNumber }],
    queryFn: async ({ signal }) => client.cards.list({ account_number: accountNumber }, { signal }),
  });
  if (account === undefined) {
    return error === null ? <Loading /> : <ErrorNotice error={error} retry={() => void refetch()} />;
  }
  const { customer_id: customerId } = account;
  const facts = [
    ...account.balances.map(({ type, amount, currency }) => ({
      name: t(BALANCES[type] ?? 'accounts.total'),
      value: <Money amount={amount} currency={currency} />,
    })),
    { name: t('accounts.product'), value: account.product_code },
    {
      name: t('accounts.owner'),
      value: <Identifier id={customerId} leadsTo={{ to: '/customers/$customerId', params: { customerId } }} />,
    },
    { name: t('accounts.opened'), value: <Time at={account.created_at} day /> },
  ];
  return (
    <Page
      title={t('account.title')}
      trailing={<Identifier id={accountNumber} />}
      actions={
        <>
          {mayReadSettings && (
            <Link to="/accounts/$accountNumber/controls" params={{ accountNumber }}>
              {t('account.controls')}
            </Link>
          )}
          <Link to="/authorizations" search={{ account_number: accountNumber }}>
            {t('account.decisions')}
          </Link>
        </>
      }
      side={
        <>
          <RecentDecisions of={{ account_number: accountNumber }} />
          {cards.data !== undefined && <TimeLine accountNumbers={[accountNumber]} cards={cards.data.items} />}
        </>
      }
    >
      <Panel title={t('account.facts')}>
        <Facts facts={facts} />
        {!account.funds_check && <p>{t('account.noFunds')}</p>}
      </Panel>
      <Panel title={t('customer.cards')} headerContent={<IssueCard account={account} />}>
        <QueryBoundary query={cards}>{({ items }) => <CardTiles cards={items} />}</QueryBoundary>
      </Panel>
      <CustomLimitPanel accountNumber={accountNumber} />
    </Page>
  );
}
