import type { ConditionSubject } from '@cardwright/contract';
import type { Bank } from '../../platform/kernel/bank.ts';
import type { Currency } from '../../platform/kernel/money.ts';
import type { AnalysisSetting } from './analysis/question.ts';

/**
 * Returns the traits of a bank and the time that an analysis uses.
 * @param ofAccount the currency of the account whose decision is analyzed
 */
export function settingOf(
  { country, currency, cardControl, calendar }: Bank,
  subject: ConditionSubject,
  now: Date,
  ofAccount?: Currency,
): AnalysisSetting {
  const { unreadableCountry } = cardControl;
  const { code, exponent } = ofAccount ?? currency;
  const bank = { country, currency: code, exponent, unreadableCountry };
  return {
    subject,
    bank: ofAccount === undefined ? bank : { ...bank, accountCurrency: code },
    timeZone: calendar.timeZone,
    nowMs: now.getTime(),
  };
}
