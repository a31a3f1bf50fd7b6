import type { BacktestResult } from '@cardwright/contract';
import { useWords } from '../../words/language.ts';
import { describeRule } from '../rule/describe-rule.ts';
import { type Column, DataTable } from '../table/data-table.tsx';
import { Money } from '../value/money.tsx';
import { Status } from '../value/status.tsx';
import classes from './bank-run.module.css';

type Row = BacktestResult['by_rule'][number];

/** Lists which rule decided and which would decide, with the number of decisions and their amounts. */
export function RuleTable({ rows }: { rows: readonly Row[] }) {
  const { t, locale } = useWords();
  const count = new Intl.NumberFormat(locale);
  const columns: readonly Column<Row>[] = [
    { id: 'was', header: t('backtest.wasColumn'), cell: ({ row }) => <Outcome of={row.original.was} /> },
    { id: 'would', header: t('backtest.wouldColumn'), cell: ({ row }) => <Outcome of={row.original.would_be} /> },
    {
      id: 'count',
      header: t('overview.decisions'),
      isFigure: true,
      cell: ({ row }) => <bdi>{count.format(row.original.count)}</bdi>,
    },
    {
      id: 'amount',
      header: t('decision.amount'),
      isFigure: true,
      cell: ({ row }) => <Money amount={row.original.amount} currency={row.original.currency} />,
    },
  ];
  return <DataTable name={t('backtest.byRule')} columns={columns} rows={rows} keyOf={keyOf} />;
}

function keyOf({ currency, was, would_be: would }: Row): string {
  return [currency, was.action_code, was.rule, would.action_code, would.rule].join(' ');
}

function Outcome({ of: { action_code: code, rule } }: { of: Row['was'] }) {
  const { language } = useWords();
  if (rule === 'APPROVED') return <Status of="APPROVED" />;
  return (
    <span className={classes.outcome}>
      <Status of="DECLINED" />
      <span className={classes.under}>
        <bdi dir="ltr">{code}</bdi> · {describeRule(rule, language)}
      </span>
    </span>
  );
}
