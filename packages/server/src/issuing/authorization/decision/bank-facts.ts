import type { Bank } from '../../../platform/kernel/bank.ts';
import { createCalendar } from '../../../platform/kernel/time/calendar.ts';
import { toCardControl } from '../../banks/index.ts';
import type { BankFacts } from './facts.ts';

/** Used for messages whose number belongs to no bank here. Such a message is refused and gets a settlement date. */
const UNKNOWN_BANK: BankFacts = {
  calendar: createCalendar('UTC', '00:00'),
  country: '',
  cardControl: toCardControl({}),
};

export function bankFactsOf(bank: Bank | undefined): BankFacts {
  return bank ?? UNKNOWN_BANK;
}
