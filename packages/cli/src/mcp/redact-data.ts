import { isJsonObject, type JsonValue, maskNumbers } from '@cardwright/contract';

/** Ids of merchants. By chance, one in ten ids with 15 digits passes the check of a card number. */
const IDS: readonly string[] = ['merchantId', 'merchant', 'Card_Acceptor_Identification_Code'];

/**
 * Masks everything that could be a card number, in all texts. The gateway masks the card numbers of its own banks.
 * Texts from outsiders can contain card numbers of other banks, which an agent must not see either.
 */
export function redactData(value: JsonValue, member = ''): JsonValue {
  if (typeof value === 'string') return IDS.includes(member) ? value : maskNumbers(value);
  if (Array.isArray(value)) return value.map((one) => redactData(one, member));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, redactData(inner, name)]));
}
