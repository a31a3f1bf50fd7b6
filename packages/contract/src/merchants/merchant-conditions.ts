import { isJsonObject, type JsonObject, type JsonValue } from '../json/exact-number.ts';
import type { Finding } from '../schema/finding.ts';
import { PATH_WORDS, TWO_DAY_FREQUENCIES } from './merchant-values.ts';

/** The parts of the acquirer's configuration that conditions depend on. */
export interface SchemeRules {
  /**
   * The two major networks: acquirerRefund is given for each of their card modes, for all other schemes once. Absent:
   * not known.
   */
  readonly majorSchemes?: ReadonlySet<string>;
}

/** Conditions for boarding a merchant that no schema can express. Paths begin with `path`. */
export function findUnmetConditions(merchant: JsonObject, path: string, rules: SchemeRules): Finding[] {
  const configurations = objectOf(merchant.configurations);
  const at = `${path}.configurations`;
  return [
    ...findReservedId(merchant, path),
    ...findMissingWebsite(merchant, path),
    ...findScheduleFaults(objectOf(configurations.settlement), `${at}.settlement`),
    ...findCutoffFaults(objectOf(configurations.flexiCutoff), `${at}.flexiCutoff`),
    ...findPricingFaults(configurations.acceptedCardSchemes, `${at}.acceptedCardSchemes`, rules),
    ...findMissingRefundControl(configurations, at),
    ...findMissingOverrides(configurations, `${at}.acceptedCardSchemes`),
    ...findMisplacedClassifiers(configurations.fees, `${at}.fees`),
  ];
}

function findReservedId({ merchantId }: JsonObject, path: string): Finding[] {
  if (!(PATH_WORDS as readonly (JsonValue | undefined)[]).includes(merchantId)) return [];
  const at = `${path}.merchantId`;
  const message = `must not be a word of our paths: ${PATH_WORDS.join(', ')}`;
  return [notAllowed(at, message, `give ${at} another id`)];
}

export function findMissingWebsite(merchant: JsonObject, path: string): Finding[] {
  if (merchant.merchantType !== 'ECOM' || isGiven(merchant.website)) return [];
  return [missing(`${path}.website`, 'is mandatory for e-commerce merchants')];
}

function findScheduleFaults(settlement: JsonObject, path: string): Finding[] {
  const { statementFrequency: frequency, statementDay, statementSecondDay } = settlement;
  // an unknown frequency is reported already; whether days are needed cannot be known
  if (typeof frequency !== 'string') return [];
  const found: Finding[] = [];
  if (frequency !== 'DAILY' && statementDay === undefined) {
    found.push(missing(`${path}.statementDay`, `is mandatory with statementFrequency ${frequency}`));
  }
  if ((TWO_DAY_FREQUENCIES as readonly string[]).includes(frequency) && statementSecondDay === undefined) {
    found.push(missing(`${path}.statementSecondDay`, `is mandatory with statementFrequency ${frequency}`));
  }
  return found;
}

function findCutoffFaults(cutoff: JsonObject, path: string): Finding[] {
  const { enableFlexiCutoff, flexiCutoffTime, flexiCutoffDay } = cutoff;
  if (enableFlexiCutoff !== undefined || (flexiCutoffTime === undefined && flexiCutoffDay === undefined)) return [];
  return [missing(`${path}.enableFlexiCutoff`, 'is mandatory with a time or day of cutoff')];
}

/** Simple pricing has a tariffRate, complex pricing has rates by card mode: each scheme one of the two (docs/interface/merchant-onboarding.md#card-schemes). */
export function findPricingFaults(
  schemes: JsonValue | undefined,
  schemesPath: string,
  { majorSchemes }: SchemeRules,
): Finding[] {
  const found: Finding[] = [];
  eachObject(schemes, (scheme, index) => {
    const path = `${schemesPath}[${index}]`;
    const isSimple = isGiven(scheme.tariffRate);
    const isComplex = scheme.acceptedCardModes !== undefined;
    if (!isSimple && !isComplex) {
      const action = `add ${path}.tariffRate (simple pricing) or ${path}.acceptedCardModes (complex pricing)`;
      found.push({ ...missing(`${path}.tariffRate`, 'or acceptedCardModes is mandatory'), action });
    }
    if (isSimple && isComplex) {
      const action = `remove ${path}.tariffRate or ${path}.acceptedCardModes`;
      found.push(notAllowed(`${path}.acceptedCardModes`, 'must not stand beside tariffRate', action));
    }
    if (majorSchemes !== undefined) found.push(...findRefundFaults(scheme, path, majorSchemes));
  });
  return found;
}

/** Any complex entry needs it. An amendment may leave it out: the boarded record may have it. */
export function findMissingRefundControl(configurations: JsonObject, path: string): Finding[] {
  let isComplex = false;
  eachObject(configurations.acceptedCardSchemes, ({ acceptedCardModes }) => {
    isComplex ||= acceptedCardModes !== undefined;
  });
  if (!isComplex || isGiven(configurations.refundControlValue)) return [];
  return [missing(`${path}.refundControlValue`, 'is mandatory with complex pricing')];
}

function findRefundFaults(scheme: JsonObject, path: string, majorSchemes: ReadonlySet<string>): Finding[] {
  // without a scheme that can be read, nobody knows where the flag belongs
  if (typeof scheme.cardScheme !== 'string') return [];
  const isMajor = majorSchemes.has(scheme.cardScheme);
  const found: Finding[] = [];
  if (isMajor && scheme.acquirerRefund !== undefined) {
    const action = `move ${path}.acquirerRefund to the entries of ${path}.acceptedCardModes`;
    found.push(notAllowed(`${path}.acquirerRefund`, 'is for schemes other than the two major networks', action));
  }
  eachObject(scheme.acceptedCardModes, (mode, index) => {
    if (isMajor || mode.acquirerRefund === undefined) return;
    const at = `${path}.acceptedCardModes[${index}].acquirerRefund`;
    const action = `move ${at} to ${path}.acquirerRefund`;
    found.push(notAllowed(at, 'is for the two major networks at the level of a mode', action));
  });
  return found;
}

export function findMissingOverrides(configurations: JsonObject, path: string): Finding[] {
  if (configurations.overrideDefaultSchemesMcc !== true) return [];
  const found: Finding[] = [];
  eachObject(configurations.acceptedCardSchemes, (scheme, index) => {
    if (scheme.schemeOverrideValue !== undefined) return;
    found.push(missing(`${path}[${index}].schemeOverrideValue`, 'is mandatory with overrideDefaultSchemesMcc'));
  });
  return found;
}

export function findMisplacedClassifiers(fees: JsonValue | undefined, path: string): Finding[] {
  const found: Finding[] = [];
  eachObject(fees, ({ feeClassifier, feeTypeName }, index) => {
    if (feeClassifier === undefined || typeof feeTypeName !== 'string' || feeTypeName.startsWith('EXCESSIVE_')) return;
    const at = `${path}[${index}].feeClassifier`;
    found.push(notAllowed(at, 'is for EXCESSIVE fees only', `remove ${at}`));
  });
  return found;
}

export function missing(path: string, message: string): Finding {
  return { path, error: 'field_missing', message, action: `add ${path}` };
}

export function notAllowed(path: string, message: string, action: string): Finding {
  return { path, error: 'value_not_allowed', message, action };
}

/** The schema has reported a member that is not an object; conditions continue with an empty one. */
export function objectOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function eachObject(value: JsonValue | undefined, visit: (entry: JsonObject, index: number) => void): void {
  if (!Array.isArray(value)) return;
  for (const [index, entry] of value.entries()) if (isJsonObject(entry)) visit(entry, index);
}

export function isGiven(value: JsonValue | undefined): boolean {
  return value !== undefined && value !== '';
}
