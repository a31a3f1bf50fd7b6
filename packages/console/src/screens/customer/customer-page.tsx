import { useParams } from '@tanstack/react-router';
import { AccountTable } from '../../parts/account-table.tsx';
import { CardTiles } from '../../parts/card-tiles.tsx';
import { Failure, NoPermission } from '../../parts/failure.tsx';
import { Fetched } from '../../parts/fetched.tsx';
import { Identifier } from '../../parts/identifier.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Page } from '../../parts/page.tsx';
import { Panel } from '../../parts/panel.tsx';
import { RecentDecisions } from '../../parts/recent-decisions.tsx';
import { useMay } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { CustomerFacts } from './customer-facts.tsx';
import { useAccounts, useCards, useCustomer } from './customer-queries.ts';

/** Of more accounts than these, each has its own page. */
const MOST_LISTS = 4;

export function CustomerPage() {
  return useMay('clients:read') ? <CustomerOf /> : <NoPermission />;
}

/** Somebody with everything that they have here: accounts, cards, and what happened last. */
function CustomerOf() {
  const { t } = useWords();
  const { customerId } = useParams({ from: '/customers/$customerId' });
  const customer = useCustomer(customerId);
  const accounts = useAccounts(customerId);
  const cards = useCards(customerId);
  if (customer.data === undefined) {
    return customer.error === null ? (
      <Loading />
    ) : (
      <Failure error={customer.error} retry={() => void customer.refetch()} />
    );
  }
  const numbers = (accounts.data?.items ?? []).slice(0, MOST_LISTS).map(({ account_number: number }) => number);
  return (
    <Page
      title={customer.data.card_name}
      beside={<Identifier id={customerId} />}
      side={numbers.map((number) => <RecentDecisions key={number} of={{ account_number: number }} named={number} />)}
    >
      <Panel title={t('customer.person')}>
        <CustomerFacts customer={customer.data} />
      </Panel>
      <Panel title={t('customer.accounts')}>
        <Fetched query={accounts}>{({ items }) => <AccountTable accounts={items} />}</Fetched>
      </Panel>
      <Panel title={t('customer.cards')}>
        <Fetched query={cards}>{({ items }) => <CardTiles cards={items} />}</Fetched>
      </Panel>
    </Page>
  );
}
