import { AMOUNT_DECIMALS } from '@cardwright/contract';
import type { Vocabulary } from './vocabulary.ts';

/** A number that is not a field of conditions, such as a balance. */
export interface NumberVariable {
  readonly name: string;
  readonly least: bigint;
  readonly most: bigint;
  /** The value that examples have if possible. */
  readonly usual: bigint;
}

/** A sum of numbers, minus others, that is greater than `over`. */
export interface SumOver {
  readonly sum: readonly string[];
  readonly less?: readonly string[];
  readonly over: bigint;
}

/** The name of the number for the billing amount in minor units. */
export const MINOR = 'minor';

/** Encodes a name as a symbol. Names of numbers can contain any character, as names of limits do. */
function symbolOf(name: string): string {
  return `n_${name.replace(/[^A-Za-z0-9_]/g, (character) => `.${character.codePointAt(0)}.`)}`;
}

export function numberSymbol({ name }: NumberVariable): string {
  return symbolOf(name);
}

export function sumTerm({ sum, less = [], over }: SumOver): string {
  const terms = [...sum.map(symbolOf), ...less.map((name) => `(- ${symbolOf(name)})`)];
  return `(> (+ 0 ${terms.join(' ')}) ${over < 0n ? `(- ${-over})` : over})`;
}

export function isOver({ sum, less = [], over }: SumOver, numbers: ReadonlyMap<string, bigint>): boolean {
  const total = (names: readonly string[]) => names.reduce((sum, name) => sum + (numbers.get(name) ?? 0n), 0n);
  return total(sum) - total(less) > over;
}

/** Declares the numbers with their bounds. The amount that conditions compare is the same in decimals. */
export function numberDeclarations(numbers: readonly NumberVariable[], { variables, bank }: Vocabulary): string[] {
  const amount = variables.get('amount');
  const unit = 10n ** BigInt(AMOUNT_DECIMALS - bank.exponent);
  return numbers.flatMap((number) => {
    const symbol = numberSymbol(number);
    return [
      `(declare-const ${symbol} Int)`,
      `(assert (<= ${number.least} ${symbol} ${number.most}))`,
      ...(number.name === MINOR && amount !== undefined ? [`(assert (= ${amount.name} (* ${unit} ${symbol})))`] : []),
    ];
  });
}
