import { inspect } from 'node:util';
import luhn from 'fast-luhn';
import { maskDigits } from '../kernel/text/masked-text.ts';

/** Returns `count` random decimal digits. */
export type RandomDigits = (count: number) => string;

const DIGITS = /^\d{13,19}$/;

/**
 * A full card number. Strings, JSON and `util.inspect` contain it masked. Only {@link Pan.reveal} returns the digits.
 * The vault calls it to seal and to look up a number, and the embosser to emboss it.
 */
export class Pan {
  readonly #digits: string;

  private constructor(digits: string) {
    this.#digits = digits;
  }

  /** Reads 13 to 19 digits. The check digit is not verified, because networks send what was typed. */
  static parse(text: string): Pan | undefined {
    return DIGITS.test(text) ? new Pan(text) : undefined;
  }

  /** Generates a number of `length` digits that begins with the BIN and ends with its Luhn check digit. */
  static generate(bin: string, length: number, randomDigits: RandomDigits): Pan {
    const body = bin + randomDigits(length - bin.length - 1);
    for (let check = 0; check <= 9; check++) {
      if (luhn(`${body}${check}`)) return new Pan(`${body}${check}`);
    }
    throw new Error('no check digit fits: fast-luhn is broken');
  }

  get isLuhnValid(): boolean {
    return luhn(this.#digits);
  }

  get length(): number {
    return this.#digits.length;
  }

  get first6(): string {
    return this.#digits.slice(0, 6);
  }

  get last4(): string {
    return this.#digits.slice(-4);
  }

  startsWith(bin: string): boolean {
    return this.#digits.startsWith(bin);
  }

  endsWith(digits: string): boolean {
    return this.#digits.endsWith(digits);
  }

  masked(mask = 'X'): string {
    return maskDigits(this.#digits, mask);
  }

  reveal(): string {
    return this.#digits;
  }

  toString(): string {
    return this.masked();
  }

  toJSON(): string {
    return this.masked();
  }

  [inspect.custom](): string {
    return `Pan(${this.masked()})`;
  }
}
