import { numberText } from '../json/exact-number.ts';
import type { Tolerance } from './tolerances.ts';

const INTEGER = /^-?\d+$/;
const DECIMAL = /^\d+(\.\d+)?$/;

/** Header fields msg_id and tracking_id: a JSON integer is accepted, and used and echoed as its decimal text. */
export function integerAsText(max: number): Tolerance {
  return {
    rule: 'integer-as-text',
    accepts: `a JSON integer of at most ${max} digits, used as its decimal text`,
    accept: (value) => {
      const text = numberText(value);
      return text !== undefined && INTEGER.test(text) && text.length <= max ? text : undefined;
    },
  };
}

/** Rates are texts in the table: a JSON number is accepted and stays as it was sent. */
export function numberAsText(max: number): Tolerance {
  return {
    rule: 'number-as-text',
    accepts: `a JSON number of at most ${max} characters, stored as sent`,
    accept: (value) => {
      const text = numberText(value);
      return text !== undefined && DECIMAL.test(text) && text.length <= max ? value : undefined;
    },
  };
}

/** A merchant category as a JSON integer, which cannot have leading zeros. */
export const categoryAsInteger: Tolerance = {
  rule: 'integer-as-text',
  accepts: 'a JSON integer of at most 4 digits, stored as four digits',
  accept: (value) => {
    const text = numberText(value);
    return text !== undefined && /^\d{1,4}$/.test(text) ? text.padStart(4, '0') : undefined;
  },
};

/** E-commerce amounts: a JSON number or unpadded digits are accepted, and used zero-padded. */
export function unpaddedDigits(width: number): Tolerance {
  const digits = new RegExp(`^\\d{1,${width}}$`);
  return {
    rule: 'unpadded-number',
    accepts: `a JSON number or 1 to ${width} digits, used zero-padded`,
    accept: (value) => {
      const text = typeof value === 'string' ? value : numberText(value);
      return text !== undefined && digits.test(text) ? text.padStart(width, '0') : undefined;
    },
  };
}
