import { isJsonObject, type JsonObject, type JsonValue, numberText } from '@cardwright/contract';
import { maskNumber, maskValidCardNumbers } from '../../../platform/kernel/text/masked-text.ts';

/**
 * Masks every card number in texts, numbers and keys, whether it is the message's own or another.
 * @param maskedNumber the message's own number, masked. It finds a full number in another field even if the message has
 *   its card number masked.
 */
export function maskAllNumbers(value: JsonValue, maskedNumber: string): JsonValue {
  if (Array.isArray(value)) return value.map((entry) => maskAllNumbers(entry, maskedNumber));
  if (isJsonObject(value)) {
    const members = Object.entries(value).map(([key, member]) => [
      maskInText(key, maskedNumber),
      maskAllNumbers(member, maskedNumber),
    ]);
    return Object.fromEntries(members) as JsonObject;
  }
  const text = typeof value === 'string' ? value : numberText(value);
  if (text === undefined) return value;
  const masks = maskInText(text, maskedNumber);
  return masks === text ? value : masks;
}

export function maskInText(text: string, maskedNumber: string): string {
  return maskValidCardNumbers(maskNumber(text, maskedNumber), '*');
}
