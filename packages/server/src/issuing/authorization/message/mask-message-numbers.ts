import { isJsonObject, type JsonObject, type JsonValue, numberText } from '@cardwright/contract';
import { maskNumber, maskValidCardNumbers } from '../../../platform/kernel/text/masked-text.ts';

/**
 * Masks every card number in texts, numbers and keys, whether it is the message's own or another.
 * @param masked the message's own number, masked. With it, a full number in another field is found even where the message
 *   names its card masked.
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
