import type { JsonObject, JsonValue } from '../../json/exact-number.ts';
import type { Finding } from '../../schema/finding.ts';
import type { AmendmentType } from '../merchant-values.ts';
import { isPresent, missing, notAllowed, objectOf } from './condition-findings.ts';
import { findMisplacedClassifiers } from './merchant-conditions.ts';
import { findMissingOverrides, findPricingFaults, type SchemeRules } from './scheme-conditions.ts';

/** Paths of the parts of an amendment in the caller's own JSON. */
export interface AmendmentPlaces {
  readonly merchant: string;
  /** Path of the types: in the merchant's own list, or as plain texts next to its application. */
  readonly types: string;
  readonly configurations: string;
  readonly schemes: string;
  readonly fees: string;
  readonly overrideFlag: string;
  readonly chainId: string;
}

/** An amendment has at most one of these: a request cannot both hold and release a merchant. */
const STATE_CHANGES: readonly AmendmentType[] = ['HOLD', 'RELEASE', 'CLOSURE'];

/**
 * Checks the fields that each type needs (docs/interface/merchant-amendments.md#types). Other fields, such as a website
 * or refundControlValue, may already be in the boarded record and are checked when the amendment is applied. `chainId`
 * comes from the merchant's own chain or from the chain of its application.
 */
export function findUnmetNeeds(
  amendment: JsonObject,
  types: readonly AmendmentType[],
  chainId: JsonValue | undefined,
  at: AmendmentPlaces,
  rules: SchemeRules,
): Finding[] {
  const configurations = objectOf(amendment.configurations);
  const needs = (type: AmendmentType, value: JsonValue | undefined, path: string): Finding[] => {
    if (!types.includes(type)) return [];
    if (!isPresent(value)) return [missing(path, `is mandatory with the amendment ${type}`)];
    return isEmptyList(value) ? findEmptiedList(type, path) : [];
  };
  const { merchant } = at;
  return [
    ...findContradictions(types, at.types),
    ...needs('MERCHANT_NAME', amendment.merchantName, `${merchant}.merchantName`),
    ...needs('MERCHANT_NAME', amendment.merchantType, `${merchant}.merchantType`),
    ...needs('LINKED_CHAIN', chainId, at.chainId),
    ...needs('MCC', amendment.mcc, `${merchant}.mcc`),
    ...needs('SCHEMES_OVERRIDING', configurations.overrideDefaultSchemesMcc, at.overrideFlag),
    ...(types.includes('SCHEMES_OVERRIDING') ? findOverrideFaults(configurations, types, at) : []),
    ...needs('ADDRESS', amendment.addresses, `${merchant}.addresses`),
    ...needs('ACCEPTED_CARDS', amendment.merchantCurrency, `${merchant}.merchantCurrency`),
    ...needs('ACCEPTED_CARDS', configurations.acceptedCardSchemes, at.schemes),
    ...(types.includes('ACCEPTED_CARDS')
      ? findPricingFaults(configurations.acceptedCardSchemes, at.schemes, rules)
      : []),
    ...needs('FEES', configurations.fees, at.fees),
    ...findMisplacedClassifiers(configurations.fees, at.fees),
    ...needs('SERVICES', amendment.services, `${merchant}.services`),
    ...needs('ADDING_TERMINALS', amendment.terminals, `${merchant}.terminals`),
    ...(types.includes('ACCOUNT') ? findMissingAccount(amendment, merchant) : []),
    ...findEmptied(amendment, types, merchant),
  ];
}

function findContradictions(types: readonly AmendmentType[], at: string): Finding[] {
  const changes = types.filter((type) => STATE_CHANGES.includes(type));
  if (changes.length < 2) return [];
  const changeNames = changes.join(' and ');
  return [notAllowed(at, `must not contain ${changeNames} together`, `send only one of ${changeNames} in ${at}`)];
}

/** An empty list removes all entries. If the schema requires at least one entry, the schema reports the fault. */
function findEmptiedList(type: AmendmentType, path: string): Finding[] {
  if (type === 'ADDING_TERMINALS') {
    return [
      { ...missing(path, `must contain at least 1 with the amendment ${type}`), action: `add an entry to ${path}` },
    ];
  }
  if (type !== 'FEES') return [];
  const message = 'is an empty list, which would take all fees from the merchant';
  const action = `set ${path} to those that apply from now on, or remove FEES from the amendments`;
  return [{ ...missing(path, message), action, isIncomplete: true }];
}

function findMissingAccount({ debitAccountNumOrIban, creditAccountNumOrIban }: JsonObject, path: string): Finding[] {
  if (isPresent(debitAccountNumOrIban) || isPresent(creditAccountNumOrIban)) return [];
  const at = `${path}.debitAccountNumOrIban`;
  return [
    {
      ...missing(at, 'is mandatory with the amendment ACCOUNT if creditAccountNumOrIban is absent'),
      action: `add ${at}, ${path}.creditAccountNumOrIban, or both`,
    },
  ];
}

function findOverrideFaults(
  configurations: JsonObject,
  types: readonly AmendmentType[],
  at: AmendmentPlaces,
): Finding[] {
  const { overrideDefaultSchemesMcc, acceptedCardSchemes } = configurations;
  if (overrideDefaultSchemesMcc !== true) return [];
  // ACCEPTED_CARDS has already reported them as missing
  if (acceptedCardSchemes === undefined && types.includes('ACCEPTED_CARDS')) return [];
  if (acceptedCardSchemes === undefined) return [missing(at.schemes, 'is mandatory with overrideDefaultSchemesMcc')];
  return findMissingOverrides(configurations, at.schemes);
}

/** Texts that a boarding requires and that have no format to refuse an empty text. */
const NEVER_EMPTY = ['merchantName', 'legalName', 'trn'] as const;

function findEmptied(amendment: JsonObject, types: readonly AmendmentType[], path: string): Finding[] {
  const isReported = (field: string) => field === 'merchantName' && types.includes('MERCHANT_NAME');
  return NEVER_EMPTY.filter((field) => amendment[field] === '' && !isReported(field)).map((field) => ({
    ...missing(`${path}.${field}`, 'is mandatory and cannot be emptied'),
    action: `set ${path}.${field} to a value, or remove it`,
  }));
}

function isEmptyList(value: JsonValue | undefined): boolean {
  return Array.isArray(value) && value.length === 0;
}
