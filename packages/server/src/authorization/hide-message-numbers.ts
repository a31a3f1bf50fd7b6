import { isJsonObject, type JsonObject, type JsonValue, numberText } from '@cardwright/contract';
import { maskValidCardNumbers } from '../kernel/masked-text.ts';

/** No card number without as many digits, with at most three signs between two of them. */
const ENOUGH_DIGITS = /\d(?:\D{0,3}\d){12}/;

/**
 * Masks the message's own number wherever it stands in a text. Its masked form tells it, so that a message which names
 * its card masked and yet holds the number elsewhere is cleaned too.
 */
export function hideOwnNumber(text: string, masked: string): string {
  if (!ENOUGH_DIGITS.test(text)) return text;
  const hidden = masked.length - 10;
  return text.replaceAll(new RegExp(`${masked.slice(0, 6)}\\d{${hidden}}${masked.slice(-4)}`, 'g'), masked);
}

/** The same value without any card number: the message's own, or another's, in texts, numbers and keys. */
export function hideAllNumbers(value: JsonValue, masked: string): JsonValue {
  if (Array.isArray(value)) return value.map((entry) => hideAllNumbers(entry, masked));
  if (isJsonObject(value)) {
    const members = Object.entries(value).map(([key, member]) => [
      hideInText(key, masked),
      hideAllNumbers(member, masked),
    ]);
    return Object.fromEntries(members) as JsonObject;
  }
  const text = typeof value === 'string' ? value : numberText(value);
  if (text === undefined) return value;
  const hidden = hideInText(text, masked);
  return hidden === text ? value : hidden;
}

export function hideInText(text: string, masked: string): string {
  return ENOUGH_DIGITS.test(text) ? maskValidCardNumbers(hideOwnNumber(text, masked), '*') : text;
}
