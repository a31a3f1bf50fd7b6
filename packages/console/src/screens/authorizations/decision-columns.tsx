import type { AuthorizationListItem } from '@cardwright/contract';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { describeRule } from '../../parts/rule/describe-rule.ts';
import type { Column } from '../../parts/table/data-table.tsx';
import { categoryName } from '../../parts/value/category-names.ts';
import { CHANNEL_WORDS } from '../../parts/value/channel-words.ts';
import { countryName } from '../../parts/value/countries.ts';
import { Identifier } from '../../parts/value/identifier.tsx';
import { Money } from '../../parts/value/money.tsx';
import { Status } from '../../parts/value/status.tsx';
import { Time } from '../../parts/value/time.tsx';
import type { WordKey } from '../../words/en.ts';
import type { Language } from '../../words/translate.ts';
import { COLUMN_WORDS, type ColumnName } from './column-choice.ts';
import { keyOfDecision } from './decision-key.ts';
import classes from './decision-table.module.css';
import { LATE_ANSWER_WORDS } from './late-answer-words.ts';

type Row = AuthorizationListItem;

interface Words {
  readonly t: (key: WordKey) => string;
  readonly language: Language;
  readonly locale: string;
}

/** The chosen columns of the list. */
export function decisionColumns(names: readonly ColumnName[], words: Words): readonly Column<Row>[] {
  return names.map((name) => ({
    id: name,
    header: words.t(COLUMN_WORDS[name]),
    isFigure: name === 'amount',
    share: SHARES[name],
    cell: ({ row }) => CELLS[name](row.original, words),
  }));
}

/** The columns with texts of any length. */
const SHARES: Readonly<Partial<Record<ColumnName, Column<Row>['share']>>> = {
  merchant: 'small',
  reason: 'large',
  mcc: 'small',
};

const code = (text: string | null) => <bdi dir="ltr">{text ?? '–'}</bdi>;

const CELLS: Readonly<Record<ColumnName, (row: Row, words: Words) => ReactNode>> = {
  at: (row) => (
    <Link
      to="/authorizations"
      search={(before: object) => ({ ...before, open: keyOfDecision(row) })}
      resetScroll={false}
    >
      <Time at={row.decided_at} />
    </Link>
  ),
  state: (row) => <Status of={row.state} />,
  amount: (row) => <Money amount={row.amount} currency={row.currency} />,
  merchant: (row) => <bdi title={row.merchant_name_location}>{row.merchant_name_location}</bdi>,
  reason: (row, words) => <Reason row={row} words={words} />,
  mcc: ({ mcc }, { language }) => (
    <span title={categoryName(mcc, language)}>
      {code(mcc)} {categoryName(mcc, language)}
    </span>
  ),
  country: ({ country }, { locale }) => (country === null ? '–' : countryName(country, locale)),
  channel: ({ channel }, { t }) => t(CHANNEL_WORDS[channel]),
  card: (row) => <Card row={row} />,
  account: ({ account_number: account }) =>
    account === null ? (
      '–'
    ) : (
      <Link to="/accounts/$accountNumber" params={{ accountNumber: account }}>
        {code(account)}
      </Link>
    ),
  merchantId: ({ merchant }) => code(merchant),
  acquirer: ({ acquiring_institution_code: acquirer }) => code(acquirer),
  reference: ({ retrieval_reference_number: reference }) => code(reference),
};

function Reason({ row, words: { t, language } }: { row: Row; words: Words }) {
  const reason = row.state === 'DECLINED' ? describeRule(row.rule, language) : undefined;
  return (
    <>
      {reason !== undefined && (
        <span title={`${row.action_code} · ${reason}`}>
          <bdi dir="ltr" className={classes.code}>
            {row.action_code}
          </bdi>{' '}
          {reason}
        </span>
      )}
      {row.late_partner_answer !== undefined && (
        <span className={classes.late} data-late={row.late_partner_answer}>
          {t('filter.lateAnswer')}: {t(LATE_ANSWER_WORDS[row.late_partner_answer])}
        </span>
      )}
    </>
  );
}

function Card({ row: { card_number: number, card_identifier_id: exid } }: { row: Row }) {
  if (number === null) return <span aria-hidden>–</span>;
  if (exid === null) return <Identifier id={number} />;
  return (
    <Link to="/cards/$exid" params={{ exid }}>
      <bdi dir="ltr" className={classes.card}>
        {`•• ${number.slice(-4)}`}
      </bdi>
    </Link>
  );
}
