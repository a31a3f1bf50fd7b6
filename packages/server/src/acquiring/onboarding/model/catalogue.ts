import {
  type Finding,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  PROPOSITION_SERVICES,
  TERMINAL_TYPES,
} from '@cardwright/contract';
import { countryOf } from '../../../platform/kernel/country.ts';
import { currency } from '../../../platform/kernel/money.ts';
import type { OnboardingRules } from '../../acquirers/onboarding-rules.ts';

/** Service types that the interface names. Any other type can only be the acquirer's 3-D Secure service. */
const SERVICES = ['DCC', 'SELF_SERVICE', 'MCP', 'NGO'];

/**
 * Finds values that no schema lists: those of ISO 3166 and 4217, and those that the interface leaves to the acquirer's
 * catalogues (docs/interface/merchant-onboarding.md#catalogues). Checks strings only, because other types are already
 * findings of the schema.
 */
export function findUnknownValues(
  merchant: JsonObject,
  path: string,
  /** The path at which the caller sent the card schemes. */
  schemesAt: string,
  rules: OnboardingRules,
): Finding[] {
  const findings: Finding[] = [];
  const requireOneOf = (value: JsonValue | undefined, at: string, allowed: readonly string[] | undefined) => {
    if (allowed === undefined || typeof value !== 'string' || allowed.includes(value)) return;
    const accepted = allowed.join(', ');
    findings.push({
      path: at,
      error: 'value_not_allowed',
      message: `must be ${allowed.join(' or ')}`,
      action: `use one of ${accepted} for ${at}`,
    });
  };
  const requireCurrency = (value: JsonValue | undefined, at: string) => {
    if (typeof value !== 'string' || !/^[A-Z]{3}$/.test(value) || currency(value) !== undefined) return;
    findings.push({
      path: at,
      error: 'value_not_allowed',
      message: 'is not an ISO 4217 currency code',
      action: `set ${at} to an ISO 4217 code`,
    });
  };

  requireCurrency(merchant.merchantCurrency, `${path}.merchantCurrency`);
  each(merchant.addresses, ({ countryCode }, index) => {
    if (typeof countryCode !== 'string' || !/^[A-Z]{3}$/.test(countryCode) || countryOf(countryCode) !== undefined)
      return;
    const at = `${path}.addresses[${index}].countryCode`;
    findings.push({
      path: at,
      error: 'value_not_allowed',
      message: 'is not an ISO 3166 country code',
      action: `set ${at} to an ISO 3166 alpha-3 code`,
    });
  });
  const schemes = isJsonObject(merchant.configurations) ? merchant.configurations.acceptedCardSchemes : undefined;
  each(schemes, ({ cardScheme }, index) => {
    requireOneOf(cardScheme, `${schemesAt}[${index}].cardScheme`, rules.cardSchemes);
  });
  each(merchant.services, (service, index) => {
    checkService(service, `${path}.services[${index}]`, rules, requireOneOf, requireCurrency);
  });
  const terminalTypes = rules.terminalTypes && [...TERMINAL_TYPES, ...rules.terminalTypes];
  each(merchant.terminals, ({ terminalType }, index) => {
    requireOneOf(terminalType, `${path}.terminals[${index}].terminalType`, terminalTypes);
  });
  return findings;
}

function checkService(
  service: JsonObject,
  path: string,
  rules: OnboardingRules,
  requireOneOf: (value: JsonValue | undefined, at: string, allowed: readonly string[] | undefined) => void,
  requireCurrency: (value: JsonValue | undefined, at: string) => void,
): void {
  const { serviceType, currencyLimits, paymentMethodCurrenciesMap: methods, propositionServices } = service;
  requireOneOf(
    serviceType,
    `${path}.serviceType`,
    rules.threeDSecureServices && [...SERVICES, ...rules.threeDSecureServices],
  );
  if (serviceType !== 'NGO') return;
  for (const code of keysOf(currencyLimits)) requireCurrency(code, `${path}.currencyLimits.${code}`);
  for (const method of keysOf(methods)) {
    const at = `${path}.paymentMethodCurrenciesMap.${method}`;
    requireOneOf(method, at, rules.paymentMethods);
    const currencies = (methods as JsonObject)[method];
    if (!Array.isArray(currencies)) continue;
    for (const [index, code] of currencies.entries()) requireCurrency(code, `${at}[${index}]`);
  }
  const wallets = rules.walletServices && [...PROPOSITION_SERVICES, ...rules.walletServices];
  if (!Array.isArray(propositionServices)) return;
  for (const [index, one] of propositionServices.entries())
    requireOneOf(one, `${path}.propositionServices[${index}]`, wallets);
}

function keysOf(value: JsonValue | undefined): string[] {
  return isJsonObject(value) ? Object.keys(value) : [];
}

function each(value: JsonValue | undefined, visit: (entry: JsonObject, index: number) => void): void {
  if (!Array.isArray(value)) return;
  for (const [index, entry] of value.entries()) if (isJsonObject(entry)) visit(entry, index);
}
