import type { AccountDetails, CardListItem } from '@cardwright/contract';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { ErrorNotice, NoPermission } from '../../parts/page/error-notice.tsx';
import { Loading } from '../../parts/page/loading.tsx';
import { Notice } from '../../parts/page/notice.tsx';
import { Page } from '../../parts/page/page.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { QueryBoundary } from '../../parts/page/query-boundary.tsx';
import { Identifier } from '../../parts/value/identifier.tsx';
import { useClient, useHasScope, useTimeZone } from '../../session/session.ts';
import { CreditCardIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import { AbroadPanel } from './abroad-panel.tsx';
import { ConflictNotice } from './conflict-notice.tsx';
import { useSettings } from './control-queries.ts';
import { HistoryPanel } from './history-panel.tsx';
import { InheritedNotice } from './inherited-notice.tsx';
import { LimitPanel } from './limit-panel.tsx';
import { RestrictionPanel } from './restriction-panel.tsx';
import type { SettingsResponse } from './settings-draft.ts';
import { SwitchTable } from './switch-table.tsx';
import { UnsavedChanges } from './unsaved-changes.tsx';
import { useDraft } from './use-settings-draft.ts';

export function ControlsPage() {
  const mayReadAccounts = useHasScope('accounts:read');
  const mayReadSettings = useHasScope('settings:read');
  return mayReadAccounts && mayReadSettings ? <ControlsOf /> : <NoPermission />;
}

/** Shows what the cards of one account can do. Changes take effect only after the person has reviewed them. */
function ControlsOf() {
  const { t } = useWords();
  const client = useClient();
  const { accountNumber } = useParams({ from: '/accounts/$accountNumber/controls' });
  const account = useQuery({
    queryKey: ['account', accountNumber],
    queryFn: async ({ signal }) => client.accounts.retrieve(accountNumber, {}, { signal }),
  });
  const cards = useQuery({
    queryKey: ['cards', { accountNumber }],
    queryFn: async ({ signal }) => client.cards.list({ account_number: accountNumber }, { signal }),
  });
  if (account.data === undefined) {
    const { error, refetch } = account;
    return error === null ? <Loading /> : <ErrorNotice error={error} retry={() => void refetch()} />;
  }
  const found = account.data;
  return (
    <QueryBoundary query={cards}>
      {({ items }) =>
        items.length === 0 ? (
          <Notice icon={CreditCardIcon} title={t('cards.none')} text={t('controls.noCard')} />
        ) : (
          <WithCards account={found} cards={items} />
        )
      }
    </QueryBoundary>
  );
}

function WithCards({ account, cards }: { account: AccountDetails; cards: readonly CardListItem[] }) {
  const exid = cards[0]?.card_identifier_id ?? '';
  const settings = useSettings(exid);
  return (
    <QueryBoundary query={settings}>
      {(current) => <Controls account={account} cards={cards} exid={exid} current={current} />}
    </QueryBoundary>
  );
}

interface ControlsParts {
  readonly account: AccountDetails;
  readonly cards: readonly CardListItem[];
  readonly exid: string;
  readonly current: SettingsResponse;
}

function Controls({ account, cards, exid, current }: ControlsParts) {
  const { t } = useWords();
  const zone = useTimeZone();
  const state = useDraft(current);
  const mayReadRestrictions = useHasScope('restrictions:read');
  const { account_number: accountNumber, currency } = account;
  return (
    <Page
      title={t('controls.title')}
      trailing={
        <Identifier id={accountNumber} leadsTo={{ to: '/accounts/$accountNumber', params: { accountNumber } }} />
      }
      about={t('controls.about', { count: cards.length, zone })}
      actions={
        <Link to="/authorizations" search={{ account_number: accountNumber }}>
          {t('account.decisions')}
        </Link>
      }
    >
      <ConflictNotice state={state} currency={currency} />
      {current.inherited !== undefined && <InheritedNotice from={current.inherited} />}
      <Panel title={t('switches.title')}>
        <SwitchTable editing={state.editing} features={current.supportedFeatures} />
      </Panel>
      <LimitPanel editing={state.editing} currency={currency} />
      <AbroadPanel editing={state.editing} />
      {mayReadRestrictions && <RestrictionPanel account={account} cards={cards} />}
      <HistoryPanel accountNumber={accountNumber} currency={currency} checksum={current.cardFeatureChecksum} />
      <UnsavedChanges account={account} exid={exid} state={state} />
    </Page>
  );
}
