import { useParams } from '@tanstack/react-router';
import { CardTiles } from '../../parts/card/card-tiles.tsx';
import { Failure, NoPermission } from '../../parts/page/failure.tsx';
import { Fetched } from '../../parts/page/fetched.tsx';
import { Loading } from '../../parts/page/loading.tsx';
import { Page } from '../../parts/page/page.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { AccountTable } from '../../parts/table/account-table.tsx';
import { Identifier } from '../../parts/value/identifier.tsx';
import { useMay } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { CustomerFacts } from './customer-facts.tsx';
import { useAccounts, useCards, useCustomer } from './customer-queries.ts';
import { CustomerTimeLine } from './customer-time-line.tsx';
import { HeldPanels } from './held-panel.tsx';
import { NotePanel } from './note-panel.tsx';

/** Of more accounts than these, each has its own page. */
const MOST_LISTS = 4;

export function CustomerPage() {
  return useMay('clients:read') ? <CustomerOf /> : <NoPermission />;
}

/** Somebody with everything that they have here: accounts, cards, what these hold, what was noted, and what happened last. */
function CustomerOf() {
  const { t } = useWords();
  const { customerId } = useParams({ from: '/customers/$customerId' });
  const customer = useCustomer(customerId);
  const accounts = useAccounts(customerId);
  const cards = useCards(customerId);
  const mayReadNotes = useMay('notes:read');
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
      side={
        <>
          {mayReadNotes && <NotePanel customerId={customerId} />}
          {accounts.data !== undefined && cards.data !== undefined && (
            <CustomerTimeLine accountNumbers={numbers} cards={cards.data.items} />
          )}
        </>
      }
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
      {cards.data !== undefined && <HeldPanels cards={cards.data.items} />}
    </Page>
  );
}
