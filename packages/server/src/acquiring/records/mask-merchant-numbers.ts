import {
  type Finding,
  type JsonObject,
  replaceTexts,
  type SentOnboarding,
  type Warning,
  writeJson,
} from '@cardwright/contract';
import { maskValidCardNumbers } from '../../platform/kernel/text/masked-text.ts';

export interface MaskedRecord {
  readonly value: JsonObject;
  /** The same value as it is stored, as JSON text. */
  readonly record: string;
  readonly warnings: readonly Warning[];
}

/**
 * Masks our banks' card numbers, which may be stored only in the vault (docs/interface/merchant-onboarding.md#numbers).
 */
export function maskMerchantNumbers(
  schema: object,
  value: JsonObject,
  path: string,
  ranges: readonly string[],
): MaskedRecord {
  // Most requests have no card number, and one search in the whole text costs less than one in each part.
  const text = writeJson(value);
  if (mask(text, ranges) === text) return { value, record: text, warnings: [] };
  const warnings: Warning[] = [];
  const maskPart = (part: string, at: string) => {
    const masked = mask(part, ranges);
    if (masked !== part) warnings.push({ path: at, rule: 'card-number-masked' });
    return masked;
  };
  const maskedValue = replaceTexts(schema, value, maskPart, path) as JsonObject;
  return { value: maskedValue, record: writeJson(maskedValue), warnings };
}

/**
 * Finds ids and accounts that are card numbers. They are looked up, compared or paid to, so they are refused and not
 * masked: two of them could be equal after masking.
 */
export function findCardNumberIds(
  { requestId, chains, merchants }: Pick<SentOnboarding, 'requestId' | 'chains' | 'merchants'>,
  ranges: readonly string[],
): Finding[] {
  const maskedFields = [
    { path: 'requestId', value: requestId },
    ...chains.flatMap(({ path, value }) => membersOf(value, path, ['chainId', 'groupCode'])),
    ...merchants.flatMap(({ path, value }) => [
      ...membersOf(value, path, ['merchantId', 'debitAccountNumOrIban', 'creditAccountNumOrIban', 'trn']),
      ...terminalsOf(value).flatMap((terminal, index) =>
        membersOf(terminal ?? {}, `${path}.terminals[${index}]`, ['terminalId']),
      ),
    ]),
  ];
  return maskedFields
    .filter(({ value }) => isCardNumber(value, ranges))
    .map(({ path }) => ({
      path,
      error: 'value_not_allowed',
      message: 'must not be a card number',
      action: `set ${path} to a value that is not a card number`,
    }));
}

function membersOf(holder: JsonObject, path: string, names: readonly string[]) {
  return names.map((name) => ({ path: `${path}.${name}`, value: holder[name] }));
}

export function isCardNumber(id: unknown, ranges: readonly string[]): boolean {
  return typeof id === 'string' && mask(id, ranges) !== id;
}

function terminalsOf({ terminals }: JsonObject): (JsonObject | null)[] {
  return Array.isArray(terminals) ? (terminals as (JsonObject | null)[]) : [];
}

function mask(text: string, ranges: readonly string[]): string {
  return maskValidCardNumbers(text, 'X', () => ({ prefixes: ranges }));
}
