import { isJsonObject, type JsonObject, type JsonValue, numberText } from '@cardwright/contract';
import { maskNumber, maskValidCardNumbers } from '../../../platform/kernel/text/masked-text.ts';

/**
 * The same value without any card number: the message's own, or another's, in texts, numbers and keys.
 * @param masked the message's own number: so it is also found where the message names its card masked, but holds the full
 *   number in another field
 */
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
  return maskValidCardNumbers(maskNumber(text, masked), '*');
}
