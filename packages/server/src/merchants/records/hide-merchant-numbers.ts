import {
  type Finding,
  type JsonObject,
  replaceTexts,
  type SentOnboarding,
  type Warning,
  writeJson,
} from '@cardwright/contract';
import { maskValidCardNumbers } from '../../kernel/masked-text.ts';

export interface WithoutCardNumbers {
  readonly value: JsonObject;
  /** The same value as the stored JSON text. */
  readonly record: string;
  readonly warnings: readonly Warning[];
}

/**
 * Masks card numbers of our banks, which may be stored in the vault only
 * (docs/interface/merchant-onboarding.md#numbers).
 */
export function hideCardNumbers(
  schema: object,
  value: JsonObject,
  path: string,
  ranges: readonly string[],
): WithoutCardNumbers {
  // most requests hold no card number: one search in the whole text is cheaper than one in each part
  const text = writeJson(value);
  if (mask(text, ranges) === text) return { value, record: text, warnings: [] };
  const warnings: Warning[] = [];
  const hide = (part: string, at: string) => {
    const masked = mask(part, ranges);
    if (masked !== part) warnings.push({ path: at, rule: 'card-number-masked' });
    return masked;
  };
  const hidden = replaceTexts(schema, value, hide, path) as JsonObject;
  return { value: hidden, record: writeJson(hidden), warnings };
}

/** An id cannot be masked: ids are logged and looked up, and a masked one could equal another. So it is refused. */
export function findCardNumberIds(
  { requestId, chains, merchants }: Pick<SentOnboarding, 'requestId' | 'chains' | 'merchants'>,
  ranges: readonly string[],
): Finding[] {
  const ids = [
    { path: 'requestId', id: requestId },
    ...chains.map(({ path, value }) => ({ path: `${path}.chainId`, id: value.chainId })),
    ...merchants.flatMap(({ path, value }) => [
      { path: `${path}.merchantId`, id: value.merchantId },
      ...terminalsOf(value).map((terminal, index) => ({
        path: `${path}.terminals[${index}].terminalId`,
        id: terminal?.terminalId,
      })),
    ]),
  ];
  return ids
    .filter(({ id }) => isCardNumber(id, ranges))
    .map(({ path }) => ({
      path,
      error: 'value_not_allowed',
      message: 'must not be a card number',
      action: `give ${path} an id that is not a card number`,
    }));
}

export function isCardNumber(id: unknown, ranges: readonly string[]): boolean {
  return typeof id === 'string' && mask(id, ranges) !== id;
}

function terminalsOf({ terminals }: JsonObject): (JsonObject | null)[] {
  return Array.isArray(terminals) ? (terminals as (JsonObject | null)[]) : [];
}

function mask(text: string, ranges: readonly string[]): string {
  return maskValidCardNumbers(text, 'X', (digits) => ranges.some((range) => digits.startsWith(range)));
}
