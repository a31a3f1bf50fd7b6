import { Pan } from './pan.ts';

/** The visible digits of a masked card number; `last` contains the trailing ones. */
export interface MaskedNumber {
  readonly first6: string;
  readonly last4: string;
  readonly length: number;
}

export type CardNumber = { full: Pan } | { masked: MaskedNumber };

/** The visible digits of a number that was masked in another form: 5 or 6 leading digits, 4 or 5 trailing ones. */
export interface VisibleDigits {
  readonly leading: string;
  readonly trailing: string;
  readonly length: number;
}

const PARTLY_MASKED = /^(\d{5,6})[Xx*]+(\d{4,5})$/;

/** Returns undefined if the text is not masked in such a form. */
export function readVisibleDigits(text: string): VisibleDigits | undefined {
  const [, leading, trailing] = PARTLY_MASKED.exec(text) ?? [];
  return leading === undefined || trailing === undefined ? undefined : { leading, trailing, length: text.length };
}

const MASKED = /^(\d{6})[Xx*]+(\d{4})$/;

/**
 * Reads a card number in the form that networks and banks send: 13 to 19 digits, or masked with X, x or *
 * (docs/interface/cards.md#identifiers).
 */
export function readCardNumber(text: string): CardNumber | undefined {
  const full = Pan.parse(text);
  if (full !== undefined) return { full };
  const [, first6, last4] = MASKED.exec(text) ?? [];
  if (first6 === undefined || last4 === undefined || text.length < 13 || text.length > 19) return undefined;
  return { masked: { first6, last4, length: text.length } };
}
