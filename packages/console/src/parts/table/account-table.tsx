import type { AccountDetails } from '@cardwright/contract';
import { OrganizationIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import { Notice } from '../page/notice.tsx';
import { Identifier } from '../value/identifier.tsx';
import { Money } from '../value/money.tsx';
import { type Column, DataTable } from './data-table.tsx';

/** Lists accounts with their available amounts and their reserved amounts. */
export function AccountTable({ accounts }: { accounts: readonly AccountDetails[] }) {
  const { t } = useWords();
  if (accounts.length === 0) {
    return <Notice icon={OrganizationIcon} title={t('accounts.none')} text={t('accounts.noneAbout')} />;
  }
  const columns: readonly Column<AccountDetails>[] = [
    {
      id: 'number',
      header: t('accounts.number'),
      cell: ({ row }) => <AccountLink number={row.original.account_number} />,
    },
    { id: 'product', header: t('accounts.product'), cell: ({ row }) => row.original.product_code },
    balanceColumn('AVAILABLE', t('accounts.available')),
    balanceColumn('BLOCKED', t('accounts.reserved')),
    balanceColumn('TOTAL_BALANCE', t('accounts.total')),
  ];
  return (
    <DataTable name={t('customer.accounts')} columns={columns} rows={accounts} keyOf={(row) => row.account_number} />
  );
}

export function AccountLink({ number }: { number: string }) {
  return <Identifier id={number} leadsTo={{ to: '/accounts/$accountNumber', params: { accountNumber: number } }} />;
}

function balanceColumn(type: AccountDetails['balances'][number]['type'], header: string): Column<AccountDetails> {
  return {
    id: type,
    header,
    isFigure: true,
    cell: ({ row }) => {
      const balance = row.original.balances.find((each) => each.type === type);
      return balance === undefined ? null : <Money amount={balance.amount} currency={balance.currency} />;
    },
  };
}
