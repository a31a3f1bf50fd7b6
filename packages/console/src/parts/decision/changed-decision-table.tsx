import type { Backtest, BacktestDifference } from '@cardwright/contract';
import { Link } from '@tanstack/react-router';
import { useHasScope } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { describeRule } from '../rule/describe-rule.ts';
import { type Column, DataTable } from '../table/data-table.tsx';
import { Money } from '../value/money.tsx';
import { Status } from '../value/status.tsx';
import { Time } from '../value/time.tsx';
import classes from './backtest-result.module.css';

type Changed = Backtest['changes'][number];
type Place = Pick<BacktestDifference, 'account_number' | 'merchant_name_location'>;
/**
 * A decision that would be different. In a backtest of a whole bank it includes its account and its merchant. With
 * `today`, it differs from the decision under today's settings.
 */
type ChangedRow = Changed & Partial<Place> & { readonly currency: string; readonly today?: Changed['was'] };

interface TableParts {
  readonly name: string;
  readonly rows: readonly ChangedRow[];
  readonly isOfBank?: boolean;
}

/** Lists decisions that would be different, with a link to each. */
export function ChangedDecisionTable({ name, rows, isOfBank = false }: TableParts) {
  const { t, language } = useWords();
  const owner: Column<ChangedRow> = {
    id: 'merchant',
    header: t('decision.merchant'),
    cell: ({ row }) => <DecisionOwner of={row.original} />,
  };
  const now: Column<ChangedRow> = {
    id: 'today',
    header: t('backtest.todayColumn'),
    cell: ({ row: { original } }) => <Outcome of={original.today ?? original.was} />,
  };
  const columns: readonly Column<ChangedRow>[] = [
    { id: 'at', header: t('decision.at'), cell: ({ row }) => <WhenLink decision={row.original} /> },
    ...(isOfBank ? [owner] : []),
    {
      id: 'amount',
      header: t('decision.amount'),
      isFigure: true,
      cell: ({ row }) => <Money amount={row.original.amount} currency={row.original.currency} />,
    },
    { id: 'was', header: t('backtest.wasColumn'), cell: ({ row }) => <Outcome of={row.original.was} /> },
    ...(rows.some(({ today }) => today !== undefined) ? [now] : []),
    { id: 'would', header: t('backtest.wouldColumn'), cell: ({ row }) => <Outcome of={row.original.would_be} /> },
    {
      id: 'why',
      header: t('backtest.why'),
      cell: ({ row: { original } }) => describeRule(refusalOf(original), language),
    },
  ];
  return <DataTable name={name} columns={columns} rows={rows} keyOf={keyOf} />;
}

function keyOf({ acquiring_institution_code: acquirer, retrieval_reference_number, ...row }: ChangedRow): string {
  return `${acquirer} ${retrieval_reference_number} ${row.system_trace_audit_number}`;
}

function Outcome({ of }: { of: Changed['was'] }) {
  return <Status of={isApproved(of) ? 'APPROVED' : 'DECLINED'} />;
}

function isApproved({ rule }: Changed['was']): boolean {
  return rule === 'APPROVED';
}

/** The rule that would decline now, or the one that declined then. */
function refusalOf({ was, today = was, would_be: would }: ChangedRow): string {
  return isApproved(would) ? today.rule : would.rule;
}

/**
 * The time of a decision, as a link if the person can read it. People who approve a proposal can read its changes, but
 * not each decision.
 */
function WhenLink({ decision }: { decision: Changed }) {
  const mayRead = useHasScope('authorizations:read');
  const { retrieval_reference_number: reference, acquiring_institution_code, system_trace_audit_number } = decision;
  if (!mayRead) return <Time at={decision.decided_at} />;
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

function DecisionOwner({
  of: { merchant_name_location: name, account_number: accountNumber = '' },
}: {
  of: ChangedRow;
}) {
  const { t } = useWords();
  const mayRead = useHasScope('accounts:read');
  const number = <bdi dir="ltr">{accountNumber}</bdi>;
  return (
    <span>
      <bdi>{name}</bdi>
      <span className={classes.account}>
        {t('decision.account')}{' '}
        {mayRead ? (
          <Link to="/accounts/$accountNumber" params={{ accountNumber }}>
            {number}
          </Link>
        ) : (
          number
        )}
      </span>
    </span>
  );
}
