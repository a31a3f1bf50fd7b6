import { isJsonObject, type JsonValue, maskNumbers } from '@cardwright/contract';

/** Ids of merchants, of which one in ten with 15 digits passes the check of a card number by chance. */
const IDS: readonly string[] = ['merchantId', 'merchant', 'Card_Acceptor_Identification_Code'];

/**
 * Masks what could be the number of a card, in all texts. The gateway masks numbers of its own banks. Texts that outsiders
 * wrote can contain those of other banks, which are no business of an agent either.
 */
export function redactData(value: JsonValue, member = ''): JsonValue {
  if (typeof value === 'string') return IDS.includes(member) ? value : maskNumbers(value);
  if (Array.isArray(value)) return value.map((one) => redactData(one, member));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, redactData(inner, name)]));
}
