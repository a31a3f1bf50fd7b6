import { isJsonObject, type JsonObject, type JsonValue } from '@cardwright/contract';
import type { ScreenedMerchant } from './screen.ts';
import type { ClaimedMerchant } from './screening-store.ts';

/** The facts to screen, from a claimed merchant. */
export function toScreened(row: ClaimedMerchant): ScreenedMerchant {
  const organizations = organizationsOf(row.services);
  const names = organizations.map(({ name }) => name);
  return {
    merchantId: row.merchant_id,
    merchantName: row.merchant_name,
    legalName: row.legal_name,
    mcc: row.mcc,
    trn: row.trn,
    debitAccount: row.debit_account,
    creditAccount: row.credit_account,
    overridden: overriddenOf(row.schemes),
    organizations,
    identity: { ...row.identity, ...(names.length > 0 && { organizations: names }) },
  };
}

function overriddenOf(schemes: JsonValue | null): ScreenedMerchant['overridden'] {
  return objectsOf(schemes).flatMap(({ entry, index }) => {
    const value = entry.schemeOverrideValue;
    if (!isJsonObject(value) || value.mcc === undefined) return [];
    const path = `configurations.acceptedCardSchemes[${index}].schemeOverrideValue.mcc`;
    // a JSON integer has lost its leading zeros
    return [{ path, mcc: String(value.mcc).padStart(4, '0') }];
  });
}

function organizationsOf(services: JsonValue | null): ScreenedMerchant['organizations'] {
  return objectsOf(services).flatMap(({ entry: { organizationName: name }, index }) =>
    typeof name === 'string' ? [{ path: `services[${index}].organizationName`, name }] : [],
  );
}

function objectsOf(value: JsonValue | null): { entry: JsonObject; index: number }[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry, index) => (isJsonObject(entry) ? [{ entry, index }] : []));
}
