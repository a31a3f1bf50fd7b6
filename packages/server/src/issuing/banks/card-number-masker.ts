import { maskValidCardNumbers } from '../../platform/kernel/text/masked-text.ts';
import type { BankDirectory } from './bank-directory.ts';

/** Masks only numbers under the BINs of the configured banks: most other long numbers are not card numbers. */
export function cardNumberMasker(banks: Pick<BankDirectory, 'numberRanges'>): (text: string) => string {
  const binRanges = () => ({ prefixes: banks.numberRanges() });
  return (text) => maskValidCardNumbers(text, 'X', binRanges);
}
