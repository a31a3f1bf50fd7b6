import type { PartnerHealth } from '@cardwright/contract';
import { Panel } from '../../parts/page/panel.tsx';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { Time } from '../../parts/value/time.tsx';
import type { WordKey } from '../../words/en.ts';
import { useWords } from '../../words/language.ts';
import classes from './partner.module.css';

type Questions = PartnerHealth['questions'];
type Row = Questions['answers'][number];

const ANSWER_WORDS: Readonly<Record<Row['answer'], WordKey>> = {
  APPROVE: 'partner.answer.approve',
  DECLINE: 'partner.answer.decline',
  REQUIRE_CODE: 'partner.answer.requireCode',
  LATE: 'partner.answer.late',
  WRONG: 'partner.answer.wrong',
  UNREACHABLE: 'partner.answer.unreachable',
  BREAKER_OPEN: 'partner.answer.breakerOpen',
  TOO_MANY_WAITING: 'partner.answer.tooMany',
  NO_TIME: 'partner.answer.noTime',
  OUTDATED: 'partner.answer.outdated',
};

/** Lists the results of the last partner calls, most frequent first. */
export function CallPanel({ questions: { count, since, answers } }: { questions: Questions }) {
  const { t, locale } = useWords();
  if (since === null) return null;
  const figure = new Intl.NumberFormat(locale);
  const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const columns: readonly Column<Row>[] = [
    { id: 'answer', header: t('partner.answer'), cell: ({ row }) => t(ANSWER_WORDS[row.original.answer]) },
    {
      id: 'count',
      header: t('partner.questions'),
      isFigure: true,
      cell: ({ row }) => <bdi>{figure.format(row.original.count)}</bdi>,
    },
    {
      id: 'share',
      header: t('partner.share'),
      isFigure: true,
      cell: ({ row }) => <bdi>{share.format(row.original.count / count)}</bdi>,
    },
  ];
  return (
    <Panel title={t('partner.answers')}>
      <p className={classes.dimmed}>
        {t('partner.lastOnes', { count })} <Time at={since} />
      </p>
      <DataTable name={t('partner.answers')} columns={columns} rows={answers} keyOf={({ answer }) => answer} />
    </Panel>
  );
}
