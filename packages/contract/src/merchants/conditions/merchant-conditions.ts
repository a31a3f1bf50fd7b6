import type { JsonObject, JsonValue } from '../../json/exact-number.ts';
import type { Finding } from '../../schema/finding.ts';
import { PATH_WORDS, TWO_DAY_FREQUENCIES } from '../merchant-values.ts';
import { eachObject, isPresent, missing, notAllowed, objectOf } from './condition-findings.ts';
import {
  findMissingOverrides,
  findMissingRefundControl,
  findPricingFaults,
  type SchemeRules,
} from './scheme-conditions.ts';

/** Checks the conditions for boarding a merchant that no schema can express. Paths begin with `path`. */
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
  return [notAllowed(at, message, `set ${at} to another id`)];
}

export function findMissingWebsite(merchant: JsonObject, path: string): Finding[] {
  if (merchant.merchantType !== 'ECOM' || isPresent(merchant.website)) return [];
  return [missing(`${path}.website`, 'is mandatory for e-commerce merchants')];
}

function findScheduleFaults(settlement: JsonObject, path: string): Finding[] {
  const { statementFrequency: frequency, statementDay, statementSecondDay } = settlement;
  // An unknown frequency has its own finding, and does not tell whether days are needed.
  if (typeof frequency !== 'string') return [];
  const findings: Finding[] = [];
  if (frequency !== 'DAILY' && statementDay === undefined) {
    findings.push(missing(`${path}.statementDay`, `is mandatory with statementFrequency ${frequency}`));
  }
  if ((TWO_DAY_FREQUENCIES as readonly string[]).includes(frequency) && statementSecondDay === undefined) {
    findings.push(missing(`${path}.statementSecondDay`, `is mandatory with statementFrequency ${frequency}`));
  }
  return findings;
}

function findCutoffFaults(cutoff: JsonObject, path: string): Finding[] {
  const { enableFlexiCutoff, flexiCutoffTime, flexiCutoffDay } = cutoff;
  if (enableFlexiCutoff !== undefined || (flexiCutoffTime === undefined && flexiCutoffDay === undefined)) return [];
  return [missing(`${path}.enableFlexiCutoff`, 'is mandatory with a time or day of cutoff')];
}

export function findMisplacedClassifiers(fees: JsonValue | undefined, path: string): Finding[] {
  const findings: Finding[] = [];
  eachObject(fees, ({ feeClassifier, feeTypeName }, index) => {
    if (feeClassifier === undefined || typeof feeTypeName !== 'string' || feeTypeName.startsWith('EXCESSIVE_')) return;
    const at = `${path}[${index}].feeClassifier`;
    findings.push(notAllowed(at, 'is for EXCESSIVE fees only', `remove ${at}`));
  });
  return findings;
}
