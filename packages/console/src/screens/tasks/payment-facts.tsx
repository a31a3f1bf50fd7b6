import type { Task } from '@cardwright/contract';
import { Link } from '@tanstack/react-router';
import { Facts } from '../../parts/page/facts.tsx';
import { Money } from '../../parts/value/money.tsx';
import { useWords } from '../../words/language.ts';
import { PAYMENT_STATE_WORDS } from './task-words.ts';

/** Shows the payment that an agent requests, and the answer. */
export function PaymentFacts({ payment }: { payment: NonNullable<Task['payment']> }) {
  const { t } = useWords();
  const { account_number: accountNumber, decided_by: by, comment } = payment;
  const facts = [
    { name: t('tasks.state'), value: t(PAYMENT_STATE_WORDS[payment.state]) },
    { name: t('tasks.amount'), value: <Money amount={payment.maxAmount} currency={payment.currency} /> },
    {
      name: t('tasks.account'),
      value: (
        <Link to="/accounts/$accountNumber" params={{ accountNumber }}>
          {accountNumber}
        </Link>
      ),
    },
    { name: t('tasks.reason'), value: <bdi>{payment.reason}</bdi> },
    ...(by === null ? [] : [{ name: t('tasks.decidedBy'), value: <bdi>{payment.decided_by_name ?? by}</bdi> }]),
    ...(comment === null ? [] : [{ name: t('tasks.answer'), value: <bdi>{comment}</bdi> }]),
  ];
  return <Facts facts={facts} />;
}
