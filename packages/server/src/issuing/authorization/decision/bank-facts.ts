import type { Bank } from '../../../platform/kernel/bank.ts';
import { createCalendar } from '../../../platform/kernel/time/calendar.ts';
import { toCardControl } from '../../banks/index.ts';
import type { BankFacts } from './facts.ts';

/** For messages whose number belongs to no bank here: they are only refused and dated. */
const NOBODY: BankFacts = { calendar: createCalendar('UTC', '00:00'), country: '', cardControl: toCardControl({}) };

export function bankFactsOf(bank: Bank | undefined): BankFacts {
  return bank ?? NOBODY;
}
