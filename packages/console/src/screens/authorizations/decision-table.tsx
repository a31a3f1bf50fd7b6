import type { AuthorizationListItem } from '@cardwright/contract';
import { Link } from '@tanstack/react-router';
import { CHANNEL_WORDS } from '../../parts/decision/channel-words.ts';
import { decisionLink } from '../../parts/decision/decision-link.ts';
import { describeRule } from '../../parts/rule/describe-rule.ts';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { Identifier } from '../../parts/value/identifier.tsx';
import { Money } from '../../parts/value/money.tsx';
import { Status } from '../../parts/value/status.tsx';
import { Time } from '../../parts/value/time.tsx';
import { useWords } from '../../words/language.ts';
import classes from './decision-table.module.css';
import { LATE_ANSWER_WORDS } from './late-answer-words.ts';
import { keyOfDecision } from './use-new-decisions.ts';

type Row = AuthorizationListItem;

/** Lists decisions, one per line: time, merchant, amount, result and reason. */
export function DecisionTable({ rows }: { rows: readonly Row[] }) {
  const { t, language } = useWords();
  const columns: readonly Column<Row>[] = [
    {
      id: 'at',
      header: t('decision.at'),
      cell: ({ row }) => (
        <span className={classes.when}>
          <Link {...decisionLink(row.original)}>
            <Time at={row.original.decided_at} />
          </Link>
          <bdi dir="ltr" title={t('decision.reference')} className={classes.why}>
            {row.original.retrieval_reference_number}
          </bdi>
        </span>
      ),
    },
    {
      id: 'merchant',
      header: t('decision.merchant'),
      cell: ({ row }) => (
        <span className={classes.merchant}>
          <bdi>{row.original.merchant_name_location}</bdi>
        </span>
      ),
    },
    { id: 'channel', header: t('decision.channel'), cell: ({ row }) => t(CHANNEL_WORDS[row.original.channel]) },
    { id: 'card', header: t('decision.card'), cell: ({ row }) => <CardOf row={row.original} /> },
    {
      id: 'amount',
      header: t('decision.amount'),
      isFigure: true,
      cell: ({ row }) => <Money amount={row.original.amount} currency={row.original.currency} />,
    },
    {
      id: 'state',
      header: t('decision.state'),
      cell: ({ row: { original } }) => (
        <span className={classes.outcome}>
          <Status of={original.state} />
          {original.state === 'DECLINED' && (
            <span className={classes.why}>
              <bdi dir="ltr">{original.action_code}</bdi> · {describeRule(original.rule, language)}
            </span>
          )}
          {original.late_partner_answer !== undefined && (
            <span className={classes.why} data-late={original.late_partner_answer}>
              {t('filter.lateAnswer')}: {t(LATE_ANSWER_WORDS[original.late_partner_answer])}
            </span>
          )}
        </span>
      ),
    },
  ];
  return <DataTable name={t('authorizations.list')} columns={columns} rows={rows} keyOf={keyOfDecision} />;
}

function CardOf({ row: { card_number: number, card_identifier_id: exid } }: { row: Row }) {
  if (number === null) return <span aria-hidden>–</span>;
  const lastFour = `•• ${number.slice(-4)}`;
  if (exid === null) return <Identifier id={number} />;
  return (
    <Link to="/cards/$exid" params={{ exid }}>
      <bdi dir="ltr" className={classes.card}>
        {lastFour}
      </bdi>
    </Link>
  );
}
