import { isJsonObject, type JsonObject, type JsonValue, numberText } from '@cardwright/contract';
import { maskValidCardNumbers } from '../kernel/masked-text.ts';

/**
 * A text that does not match holds no card number: one has at least 13 digits, at most three other characters apart.
 */
const ENOUGH_DIGITS = /\d(?:\D{0,3}\d){12}/;

/**
 * Masks the message's own number wherever it stands in a text. The number is recognised by its masked form, so it is
 * also found where the message names its card masked but holds the full number in another field.
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
