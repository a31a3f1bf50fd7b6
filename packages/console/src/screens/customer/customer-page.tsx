import { useParams } from '@tanstack/react-router';
import { CardTiles } from '../../parts/card/card-tiles.tsx';
import { ErrorNotice, NoPermission } from '../../parts/page/error-notice.tsx';
import { Loading } from '../../parts/page/loading.tsx';
import { Page } from '../../parts/page/page.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { QueryBoundary } from '../../parts/page/query-boundary.tsx';
import { AccountTable } from '../../parts/table/account-table.tsx';
import { TimeLine } from '../../parts/time-line/time-line.tsx';
import { Identifier } from '../../parts/value/identifier.tsx';
import { useHasScope } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { CustomerFacts } from './customer-facts.tsx';
import { useAccounts, useCards, useCustomer } from './customer-queries.ts';
import { InsuranceTokenPanels } from './insurance-token-panels.tsx';
import { NotePanel } from './note-panel.tsx';
import { OpenAccount } from './open-account.tsx';

/** The maximum number of accounts with a list of their own here. Further accounts have their own pages. */
const MAX_LISTS = 4;

export function CustomerPage() {
  return useHasScope('clients:read') ? <CustomerOf /> : <NoPermission />;
}

/** Shows a customer with accounts, cards, tokens, insurance, notes and recent events. */
function CustomerOf() {
  const { t } = useWords();
  const { customerId } = useParams({ from: '/customers/$customerId' });
  const customer = useCustomer(customerId);
  const accounts = useAccounts(customerId);
  const cards = useCards(customerId);
  const mayReadNotes = useHasScope('notes:read');
  if (customer.data === undefined) {
    return customer.error === null ? (
      <Loading />
    ) : (
      <ErrorNotice error={customer.error} retry={() => void customer.refetch()} />
    );
  }
  const numbers = (accounts.data?.items ?? []).slice(0, MAX_LISTS).map(({ account_number: number }) => number);
  return (
    <Page
      title={customer.data.card_name}
      trailing={<Identifier id={customerId} />}
      side={
        <>
          {mayReadNotes && <NotePanel customerId={customerId} />}
          {accounts.data !== undefined && cards.data !== undefined && (
            <TimeLine accountNumbers={numbers} cards={cards.data.items} />
          )}
        </>
      }
    >
      <Panel title={t('customer.person')}>
        <CustomerFacts customer={customer.data} />
      </Panel>
      <Panel title={t('customer.accounts')} headerContent={<OpenAccount customerId={customerId} />}>
        <QueryBoundary query={accounts}>{({ items }) => <AccountTable accounts={items} />}</QueryBoundary>
      </Panel>
      <Panel title={t('customer.cards')}>
        <QueryBoundary query={cards}>{({ items }) => <CardTiles cards={items} />}</QueryBoundary>
      </Panel>
      {cards.data !== undefined && <InsuranceTokenPanels cards={cards.data.items} />}
    </Page>
  );
}
