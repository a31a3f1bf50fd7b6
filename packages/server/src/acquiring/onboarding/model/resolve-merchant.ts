import type { JsonObject, JsonValue } from '@cardwright/contract';
import { isJsonObject, MERCHANT_ADDRESS_TYPES } from '@cardwright/contract';
import type { OnboardingRules } from '../../acquirers/onboarding-rules.ts';

/** The names of a chain, which become those of an NGO's organization. */
export interface ChainNames {
  readonly organizationName?: string | undefined;
  readonly chainName?: string | undefined;
}

/**
 * Resolves the values that a merchant's record leaves open, as the interface defines them
 * (docs/interface/merchant-records.md#resolved): defaults, pricing, services of an NGO.
 */
export function resolveMerchant(
  record: JsonObject,
  chain: ChainNames | undefined,
  { defaultPaymentMethods }: Pick<OnboardingRules, 'defaultPaymentMethods'>,
): JsonObject {
  const configurations = objectOf(record.configurations);
  return {
    fundSettlementLevel: record.fundSettlementLevel ?? 'O',
    storeType: record.storeType ?? 'STANDARD',
    addresses: resolveAddresses(record),
    overrideDefaultSchemesMcc: configurations.overrideDefaultSchemesMcc ?? false,
    refundFeePercentage: configurations.refundFeePercentage ?? false,
    acceptedCardSchemes: objectsOf(configurations.acceptedCardSchemes).map((scheme) => ({
      cardScheme: scheme.cardScheme ?? null,
      pricing: scheme.acceptedCardModes === undefined ? 'SIMPLE' : 'COMPLEX',
      acquirerRefund: scheme.acquirerRefund ?? false,
    })),
    services: objectsOf(record.services).map((service) =>
      service.serviceType === 'NGO'
        ? resolveNgo(service, record, chain, defaultPaymentMethods)
        : { serviceType: service.serviceType ?? null },
    ),
  };
}

/** Returns the address for each purpose: the address of that type, or else the default address, which has no type. */
function resolveAddresses(record: JsonObject): JsonObject {
  const types = objectsOf(record.addresses).map(({ addressType }) => addressType);
  const placeOf = (type: string | undefined) => {
    const at = types.indexOf(type);
    return at === -1 ? undefined : `addresses[${at}]`;
  };
  const usual = placeOf(undefined) ?? null;
  return Object.fromEntries(MERCHANT_ADDRESS_TYPES.map((type) => [type, placeOf(type) ?? usual]));
}

function resolveNgo(
  ngo: JsonObject,
  merchant: JsonObject,
  chain: ChainNames | undefined,
  defaultPaymentMethods: readonly string[],
): JsonObject {
  const ownCurrency = String(merchant.merchantCurrency);
  const limits = isJsonObject(ngo.currencyLimits) ? ngo.currencyLimits : undefined;
  const methods = isJsonObject(ngo.paymentMethodCurrenciesMap) ? ngo.paymentMethodCurrenciesMap : undefined;
  const names = [chain?.organizationName, chain?.chainName, ngo.organizationName, merchant.merchantName];
  return {
    serviceType: 'NGO',
    organizationName: names.find(isName) ?? null,
    currencyLimits:
      limits ?? Object.fromEntries(distinct([...currenciesOf(methods), ownCurrency]).map((code) => [code, 0])),
    paymentMethodCurrenciesMap:
      methods ??
      Object.fromEntries(
        defaultPaymentMethods.map((method) => [method, distinct([...Object.keys(limits ?? {}), ownCurrency])]),
      ),
    enable3DS: ngo.enable3DS ?? false,
  };
}

function currenciesOf(methods: JsonObject | undefined): string[] {
  return Object.values(methods ?? {}).flatMap((currencies) =>
    Array.isArray(currencies) ? currencies.map(String) : [],
  );
}

export function isName(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && value !== '';
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}

function objectOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function objectsOf(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
