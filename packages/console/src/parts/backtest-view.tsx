import type { Backtest } from '@cardwright/contract';
import { Link } from '@tanstack/react-router';
import { CheckIcon } from '../theme/icons.ts';
import { useWords } from '../words/language.ts';
import classes from './backtest-view.module.css';
import { type Column, DataTable } from './data-table.tsx';
import { Money } from './money.tsx';
import { ruleInWords } from './rule-in-words.ts';
import { Status } from './status.tsx';
import { Time } from './time.tsx';

type Changed = Backtest['changes'][number];

/** What other settings would have decided: how many, how much, and which. */
export function BacktestView({ found, shown }: { found: Backtest; shown: number }) {
  const { t } = useWords();
  const { decisions, changed, approved, currency, changes } = found;
  if (decisions === 0) return <p className={classes.said}>{t('backtest.nothingToDecide')}</p>;
  if (changed === 0) {
    return (
      <p className={classes.said} data-backtest={0}>
        <CheckIcon size={16} aria-hidden /> {t('backtest.none', { count: decisions })}
      </p>
    );
  }
  return (
    <div data-backtest={changed}>
      <p className={classes.said}>
        <strong>{t('backtest.changed', { count: changed })}</strong> {t('backtest.of', { count: decisions })}
      </p>
      <dl className={classes.sums}>
        <Sum name={t('backtest.was')} sum={approved.was} currency={currency} />
        <Sum name={t('backtest.wouldBe')} sum={approved.would_be} currency={currency} />
      </dl>
      <ChangedTable rows={changes.slice(-shown).reverse()} currency={currency} />
      {changed > shown && <p className={classes.more}>{t('backtest.newest', { count: shown })}</p>}
    </div>
  );
}

type Approved = Backtest['approved']['was'];

function Sum({ name, sum, currency }: { name: string; sum: Approved; currency: string }) {
  const { t } = useWords();
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {t('backtest.payments', { count: sum.count })} · <Money amount={sum.amount} currency={currency} />
      </dd>
    </div>
  );
}

function ChangedTable({ rows, currency }: { rows: readonly Changed[]; currency: string }) {
  const { t, language } = useWords();
  const columns: readonly Column<Changed>[] = [
    { id: 'at', header: t('decision.at'), cell: ({ row }) => <WhenLink decision={row.original} /> },
    {
      id: 'amount',
      header: t('decision.amount'),
      isFigure: true,
      cell: ({ row }) => <Money amount={row.original.amount} currency={currency} />,
    },
    { id: 'was', header: t('backtest.wasColumn'), cell: ({ row }) => <Outcome of={row.original.was} /> },
    { id: 'would', header: t('backtest.wouldColumn'), cell: ({ row }) => <Outcome of={row.original.would_be} /> },
    {
      id: 'why',
      header: t('backtest.why'),
      cell: ({ row: { original } }) => ruleInWords(refusalOf(original), language),
    },
  ];
  return <DataTable name={t('backtest.changed', { count: rows.length })} columns={columns} rows={rows} keyOf={keyOf} />;
}

function keyOf({ acquiring_institution_code: acquirer, retrieval_reference_number, ...row }: Changed): string {
  return `${acquirer} ${retrieval_reference_number} ${row.system_trace_audit_number}`;
}

function Outcome({ of }: { of: Changed['was'] }) {
  return <Status of={isApproved(of) ? 'APPROVED' : 'DECLINED'} />;
}

function isApproved({ rule }: Changed['was']): boolean {
  return rule === 'APPROVED';
}

/** The rule that would refuse now, or the one that refused then. */
function refusalOf({ was, would_be: would }: Changed): string {
  return isApproved(would) ? was.rule : would.rule;
}

function WhenLink({ decision }: { decision: Changed }) {
  const { retrieval_reference_number: reference, acquiring_institution_code, system_trace_audit_number } = decision;
  return (
    <Link
      to="/authorizations/$reference"
      params={{ reference }}
      search={{ acquiring_institution_code, system_trace_audit_number }}
    >
      <Time at={decision.decided_at} />
    </Link>
  );
}
