import { appendFileSync } from 'node:fs';
import { around, type DigitRun, findCardNumbers, numberSearch, runsInBytes, runsOf, told } from './pan-search.ts';

/** Card numbers that this test file has used so far. */
const used = new Set<string>();

/** Runs of digits that the system let out, each once, with where they stood. */
const letOut = new Map<string, { readonly form: string; readonly around: string }>();

/** At the beginning of each file: a worker runs many, one after the other. */
export function forgetCardNumbers(): void {
  used.clear();
  letOut.clear();
}

/** Notes a number: wherever the file's databases, logs, files or answers hold it in the clear, the file fails. */
export function noteCardNumber(number: string): string {
  used.add(number);
  return number;
}

export function usedCardNumbers(): ReadonlySet<string> {
  return used;
}

/**
 * Remembers what could be a card number in a log, a metric, an answer or a command's output. It is judged at the end of the
 * file: a number that the system made itself is known only when the vault is opened.
 */
export function lookAt(what: string, text: string): void {
  remember(what, runsOf(text), text);
}

/** The same for the content of a file, whatever it is. */
export function lookAtBytes(what: string, bytes: Buffer): void {
  remember(what, runsInBytes(bytes), bytes.toString('latin1').replace(/[^ -~]/g, '.'));
}

function remember(what: string, runs: Iterable<DigitRun>, text: string): void {
  for (const { form, digits, at } of runs) {
    if (!letOut.has(digits)) letOut.set(digits, { form, around: `${what}: ${around(text, at)}` });
  }
}

/** Throws where anything that was looked at holds a number that was used. */
export function expectNoCardNumber(): void {
  const numbersWithin = numberSearch(used);
  for (const [digits, found] of letOut) {
    const [number] = numbersWithin(digits);
    if (number !== undefined) throw new Error(`a card number was let out, in ${told({ number, ...found })}`);
  }
}

/** Adds the numbers of this file to those of the run, for what is searched when all files are done. */
export function handOverCardNumbers(path: string): void {
  appendFileSync(path, [...used].map((number) => `${number}\n`).join(''));
}

/** Names the first number that a text holds; undefined where all is well. */
export function findUsedNumber(text: string): string | undefined {
  const [found] = findCardNumbers(text, used);
  return found && told(found);
}
