import type { JsonObject, JsonValue } from '../json/exact-number.ts';
import type { Finding } from '../schema/finding.ts';
import { eachObject, notAllowed, objectOf } from './conditions/condition-findings.ts';

/** Paths of the lists that an amendment may have in two places. */
export interface ListPlaces {
  readonly merchant: string;
  readonly schemes: string;
  readonly fees: string;
}

/**
 * Finds entries that repeat an earlier one, such as two rates for one card scheme. It would be unclear which entry
 * applies (docs/interface/merchant-onboarding.md#duplicate-entries).
 */
export function findDoubleEntries(merchant: JsonObject, at: ListPlaces): Finding[] {
  const { acceptedCardSchemes, fees } = objectOf(merchant.configurations);
  return [
    // Addresses without a type may repeat, because the first one is the default.
    ...doubles(merchant.addresses, `${at.merchant}.addresses`, 'address type', ({ addressType }) => addressType),
    ...doubles(acceptedCardSchemes, at.schemes, 'card scheme', ({ cardScheme }) => cardScheme),
    ...inEach(acceptedCardSchemes, at.schemes, ({ acceptedCardModes }, path) =>
      doubles(acceptedCardModes, `${path}.acceptedCardModes`, 'card mode', ({ modeName }) => modeName),
    ),
    ...doubles(fees, at.fees, 'fee and frequency', feeOf),
    ...doubles(merchant.services, `${at.merchant}.services`, 'service', ({ serviceType }) => serviceType),
    ...inEach(merchant.terminals, `${at.merchant}.terminals`, (terminal, path) =>
      doubles(terminal.fees, `${path}.fees`, 'fee', ({ feeType }) => feeType),
    ),
  ];
}

/** A fee is identified by its name and its frequency. */
function feeOf({ feeTypeName, reOccurrenceFrequency }: JsonObject): JsonValue | undefined {
  if (typeof feeTypeName !== 'string' || typeof reOccurrenceFrequency !== 'string') return undefined;
  return `${feeTypeName} ${reOccurrenceFrequency}`;
}

/** Finds duplicates. An entry without a readable name is not a duplicate, because it has its own finding. */
function doubles(
  list: JsonValue | undefined,
  path: string,
  what: string,
  nameOf: (entry: JsonObject) => JsonValue | undefined,
): Finding[] {
  const first = new Map<string, string>();
  return inEach(list, path, (entry, at) => {
    const name = nameOf(entry);
    if (typeof name !== 'string') return [];
    const before = first.get(name);
    if (before === undefined) {
      first.set(name, at);
      return [];
    }
    return [notAllowed(at, `has the same ${what} as ${before}`, `send only one of ${before} and ${at}`)];
  });
}

function inEach(
  list: JsonValue | undefined,
  path: string,
  find: (entry: JsonObject, path: string) => Finding[],
): Finding[] {
  const findings: Finding[] = [];
  eachObject(list, (entry, index) => findings.push(...find(entry, `${path}[${index}]`)));
  return findings;
}
