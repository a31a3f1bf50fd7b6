import { appendFileSync } from 'node:fs';
import {
  around,
  type DigitRun,
  findCardNumbers,
  formatMatch,
  numberSearch,
  runsInBytes,
  runsOf,
} from './pan-search.ts';

/** Card numbers that this test file has used so far. */
const usedNumbers = new Set<string>();

/** Runs of digits in the system's output, each once, with its place. */
const outputDigits = new Map<string, { readonly form: string; readonly around: string }>();

/** Runs at the start of each file, because a worker runs many files one after the other. */
export function clearCardNumbers(): void {
  usedNumbers.clear();
  outputDigits.clear();
}

/** Records a card number. The file fails if its databases, logs, files or answers contain the number in plain text. */
export function noteCardNumber(number: string): string {
  usedNumbers.add(number);
  return number;
}

export function usedCardNumbers(): ReadonlySet<string> {
  return usedNumbers;
}

/**
 * Records possible card numbers of a log, a metric, an answer or a command's output. They are checked at the end of the file:
 * numbers that the system generated are known only once the vault is opened.
 */
export function scanText(what: string, text: string): void {
  recordNumber(what, runsOf(text), text);
}

/** Records possible card numbers in the content of a file of any kind. */
export function scanBytes(what: string, bytes: Buffer): void {
  recordNumber(what, runsInBytes(bytes), bytes.toString('latin1').replace(/[^ -~]/g, '.'));
}

function recordNumber(what: string, runs: Iterable<DigitRun>, text: string): void {
  for (const { form, digits, at } of runs) {
    if (!outputDigits.has(digits)) outputDigits.set(digits, { form, around: `${what}: ${around(text, at)}` });
  }
}

/** Throws if any recorded output contains a used card number. */
export function expectNoCardNumber(): void {
  const numbersWithin = numberSearch(usedNumbers);
  for (const [digits, found] of outputDigits) {
    const [number] = numbersWithin(digits);
    if (number !== undefined) throw new Error(`a card number was let out, in ${formatMatch({ number, ...found })}`);
  }
}

/** Appends this file's numbers to those of the run, for the searches after all files. */
export function handOverCardNumbers(path: string): void {
  appendFileSync(path, [...usedNumbers].map((number) => `${number}\n`).join(''));
}

/** Returns a description of the first used number in a text; undefined if there is none. */
export function findUsedNumber(text: string): string | undefined {
  const [found] = findCardNumbers(text, usedNumbers);
  return found && formatMatch(found);
}
