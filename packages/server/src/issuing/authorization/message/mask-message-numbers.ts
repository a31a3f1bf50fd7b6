import { isJsonObject, type JsonObject, type JsonValue, numberText } from '@cardwright/contract';
import { maskNumber, maskValidCardNumbers } from '../../../platform/kernel/text/masked-text.ts';

/**
 * The same value without any card number: the message's own, or another's, in texts, numbers and keys.
 * @param masked the message's own number: so it is also found where the message names its card masked, but holds the full
 *   number in another field
 */
export function maskAllNumbers(value: JsonValue, masked: string): JsonValue {
  if (Array.isArray(value)) return value.map((entry) => maskAllNumbers(entry, masked));
  if (isJsonObject(value)) {
    const members = Object.entries(value).map(([key, member]) => [
      maskInText(key, masked),
      maskAllNumbers(member, masked),
    ]);
    return Object.fromEntries(members) as JsonObject;
  }
  const text = typeof value === 'string' ? value : numberText(value);
  if (text === undefined) return value;
  const hidden = maskInText(text, masked);
  return hidden === text ? value : hidden;
}

export function maskInText(text: string, masked: string): string {
  return maskValidCardNumbers(maskNumber(text, masked), '*');
}
