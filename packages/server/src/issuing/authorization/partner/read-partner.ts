import { type PartnerHealth, readPartner } from '@cardwright/contract';
import type { Bank } from '../../../platform/kernel/bank.ts';
import { currencyOf, formatAmount } from '../../../platform/kernel/money.ts';
import { ok } from '../../../platform/kernel/result.ts';
import { countPendingAdvices } from '../../../platform/outbox/index.ts';
import { type BankDirectory, implementBankRest } from '../../banks/index.ts';
import { countLateAnswers } from './late-answer-store.ts';
import type { PartnerBook } from './partner-book.ts';
import { sumStoodIn } from './stood-in-store.ts';

const DAY_MS = 86_400_000;
/** Outcomes for which no request was sent. */
const NOT_SENT: readonly string[] = ['BREAKER_OPEN', 'TOO_MANY_WAITING', 'NO_TIME'];

/** Reports the health of the bank's own system (docs/interface/partner-decision.md#health). */
export function readPartnerOperation(banks: BankDirectory, book: PartnerBook) {
  return implementBankRest(readPartner, banks, async ({ tx, bank, bankId, now, audit }) => {
    const businessDate = bank.calendar.businessDate(now);
    const since = new Date(now.getTime() - DAY_MS);
    const stoodIn = await sumStoodIn(tx, bankId, businessDate);
    const lateAnswers = await countLateAnswers(tx, bankId, since);
    const body: PartnerHealth = {
      partner: toPartnerConfiguration(bank),
      breaker: book.breaker(bankId),
      questions: questionsOf(book, bankId),
      business_date: businessDate,
      stood_in: stoodIn.map(({ currency, accounts, minor }) => ({
        currency,
        accounts,
        amount: formatAmount(minor, currencyOf(currency).exponent),
      })),
      late_answers: { since: since.toISOString(), ...lateAnswers },
      advices_waiting: await countPendingAdvices(tx, bankId),
    };
    audit(bankId, `bank:${bankId}`, 'decision partner read');
    return ok({ body });
  });
}

/** Shows only the host, because the rest of an address may contain secrets. */
function toPartnerConfiguration({ decisionPartner }: Bank): PartnerHealth['partner'] {
  if (decisionPartner === undefined) return null;
  const { url, callPolicy: condition, deadlineMs, standIn } = decisionPartner;
  return {
    host: new URL(url).host,
    ask: condition,
    deadline_ms: deadlineMs,
    approve_up_to: standIn.approveUpTo,
    per_day: standIn.perDay,
  };
}

function questionsOf(book: PartnerBook, bankId: string): PartnerHealth['questions'] {
  const last = book.last(bankId);
  const counts = new Map<PartnerHealth['questions']['answers'][number]['answer'], number>();
  for (const { answer } of last) counts.set(answer, (counts.get(answer) ?? 0) + 1);
  const waits = last
    .filter(({ answer }) => !NOT_SENT.includes(answer))
    .map(({ ms }) => ms)
    .sort((one, other) => one - other);
  const within = (share: number) => Math.ceil(waits[Math.ceil(waits.length * share) - 1] ?? 0);
  return {
    count: last.length,
    since: last[0]?.at.toISOString() ?? null,
    answers: [...counts]
      .map(([answer, count]) => ({ answer, count }))
      .sort((one, other) => other.count - one.count || (one.answer < other.answer ? -1 : 1)),
    waited_ms: waits.length === 0 ? null : { p50: within(0.5), p99: within(0.99) },
  };
}
