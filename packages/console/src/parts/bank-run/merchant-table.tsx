import type { BacktestResult } from '@cardwright/contract';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useHasScope } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { type Column, DataTable } from '../table/data-table.tsx';
import { Category } from '../value/category.tsx';
import { Money } from '../value/money.tsx';
import classes from './bank-run.module.css';

type Row = BacktestResult['by_merchant'][number];

/** The number of rows that are visible at first. */
const FIRST = 10;

/** Lists the merchants whose decisions would be different, those with the most differences first. */
export function MerchantTable({ rows }: { rows: readonly Row[] }) {
  const { t, locale } = useWords();
  const [isWhole, setWhole] = useState(false);
  const count = new Intl.NumberFormat(locale);
  const columns: readonly Column<Row>[] = [
    { id: 'merchant', header: t('decision.merchant'), cell: ({ row }) => <MerchantLink of={row.original} /> },
    {
      id: 'declined',
      header: t('backtest.wouldDecline'),
      isFigure: true,
      cell: ({ row }) => <CountAndMoney sum={row.original.newly_declined} currency={row.original.currency} />,
    },
    {
      id: 'approved',
      header: t('backtest.wouldApprove'),
      isFigure: true,
      cell: ({ row }) => <CountAndMoney sum={row.original.newly_approved} currency={row.original.currency} />,
    },
    {
      id: 'otherwise',
      header: t('backtest.otherReason'),
      isFigure: true,
      cell: ({ row }) => <bdi>{count.format(row.original.otherwise_declined)}</bdi>,
    },
  ];
  const visible = isWhole ? rows : rows.slice(0, FIRST);
  return (
    <>
      <DataTable
        name={t('backtest.byMerchant')}
        columns={columns}
        rows={visible}
        keyOf={({ merchant, currency }) => `${merchant} ${currency}`}
      />
      {visible.length < rows.length && (
        <Button variant="default" fullWidth mt="md" onClick={() => setWhole(true)}>
          {t('list.more')}
        </Button>
      )}
    </>
  );
}

function MerchantLink({ of: { merchant, merchant_name_location: name, mcc } }: { of: Row }) {
  const mayRead = useHasScope('authorizations:read');
  return (
    <span className={classes.outcome}>
      {mayRead ? (
        <Link to="/authorizations" search={{ merchant }}>
          <bdi>{name}</bdi>
        </Link>
      ) : (
        <bdi>{name}</bdi>
      )}
      <span className={classes.under}>
        <bdi dir="ltr">{merchant}</bdi> · <Category code={mcc} />
      </span>
    </span>
  );
}

function CountAndMoney({ sum: { count, amount }, currency }: { sum: Row['newly_declined']; currency: string }) {
  const { locale } = useWords();
  if (count === 0) return <span aria-hidden>–</span>;
  return (
    <span>
      <bdi>{new Intl.NumberFormat(locale).format(count)}</bdi> · <Money amount={amount} currency={currency} />
    </span>
  );
}
