import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Notice } from '../../parts/page/notice.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { QueryBoundary } from '../../parts/page/query-boundary.tsx';
import { AccountLink } from '../../parts/table/account-table.tsx';
import { parseQuery } from '../../search/parse-query.ts';
import { useClient, useHasScope } from '../../session/session.ts';
import { CreditCardIcon, PackageIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import { inheritanceOf } from './inheritance.ts';
import { InheritanceTable } from './inheritance-table.tsx';
import type { Definition } from './program-draft.ts';
import { ConfiguredLimits } from './program-limits.tsx';
import classes from './programs.module.css';

interface PanelParts {
  readonly productCode: string;
  readonly program: Definition;
  /** Whether the version is in force. Only then is the usage of its limits known. */
  readonly isInForce?: boolean;
  /** The account in the address, whose settings are shown. */
  readonly accountNumber: string | undefined;
  readonly choose: (accountNumber: string) => void;
}

/** Shows an account's values under a program: its own settings, inherited values, and values above their ceiling. */
export function InheritancePanel(parts: PanelParts) {
  const mayReadAccounts = useHasScope('accounts:read');
  const mayReadSettings = useHasScope('settings:read');
  return mayReadAccounts && mayReadSettings ? <Inheritance {...parts} /> : null;
}

function Inheritance({ productCode, program, isInForce, accountNumber, choose }: PanelParts) {
  const { t } = useWords();
  const [isRefused, refuse] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get('account_number') ?? '').trim();
    const { isCardNumber } = parseQuery(typed);
    refuse(isCardNumber);
    if (!isCardNumber) choose(typed);
  };
  return (
    <Panel title={t('inherited.title')}>
      <form onSubmit={submit} className={classes.inputs} key={accountNumber}>
        <TextInput
          name="account_number"
          label={t('filter.account')}
          defaultValue={accountNumber ?? ''}
          error={isRefused && t('search.cardNumber')}
          maxLength={64}
          required
          autoComplete="off"
          dir="ltr"
        />
        <Button type="submit" variant="default">
          {t('filter.apply')}
        </Button>
      </form>
      {accountNumber === undefined ? (
        <p className={classes.dimmed}>{t('inherited.about')}</p>
      ) : (
        <OfAccount accountNumber={accountNumber} productCode={productCode} program={program} isInForce={isInForce} />
      )}
    </Panel>
  );
}

type OfAccountParts = Pick<PanelParts, 'productCode' | 'program'> & {
  readonly accountNumber: string;
  readonly isInForce: boolean | undefined;
};

function OfAccount({ accountNumber, productCode, program, isInForce }: OfAccountParts) {
  const { t } = useWords();
  const found = useSettingsOf(accountNumber);
  return (
    <QueryBoundary query={found}>
      {({ account, settings }) => {
        if (account.product_code !== productCode) {
          const { product_code: product } = account;
          return (
            <Notice icon={PackageIcon} title={t('inherited.other')} text={t('inherited.otherAbout', { product })} />
          );
        }
        if (settings === undefined) {
          return <Notice icon={CreditCardIcon} title={t('cards.none')} text={t('controls.noCard')} />;
        }
        const rows = inheritanceOf(settings, program);
        return (
          <>
            <p className={classes.about}>
              <AccountLink number={accountNumber} />
            </p>
            <InheritanceTable rows={rows} currency={account.currency} />
            {isInForce && <ConfiguredLimits accountNumber={accountNumber} currency={account.currency} />}
          </>
        );
      }}
    </QueryBoundary>
  );
}

/** Reads the settings of an account, which the interface identifies by one of its cards. */
function useSettingsOf(accountNumber: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['settings-of', accountNumber],
    queryFn: async ({ signal }) => {
      const account = await client.accounts.retrieve(accountNumber, {}, { signal });
      const { items } = await client.cards.list({ account_number: accountNumber }, { signal });
      const exid = items[0]?.card_identifier_id;
      const settings =
        exid === undefined ? undefined : await client.cardSettings.retrieve({ accountNumber: exid }, { signal });
      return { account, settings };
    },
  });
}
