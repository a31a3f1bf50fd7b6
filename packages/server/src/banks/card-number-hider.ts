import { maskValidCardNumbers } from '../kernel/masked-text.ts';
import type { BankDirectory } from './bank-directory.ts';

/** Masks numbers under the BINs of our banks only: most other long numbers are not card numbers. */
export function cardNumberHider(banks: Pick<BankDirectory, 'bankOfNumber'>): (text: string) => string {
  const isOurs = (digits: string) => banks.bankOfNumber(digits.slice(0, 8)) !== undefined;
  return (text) => maskValidCardNumbers(text, 'X', isOurs);
}
