import { isJsonObject, type JsonValue } from '@cardwright/contract';
import { comparedNames, objectsOf } from './compared-names.ts';
import type { ScreenedMerchant } from './screen.ts';
import type { ClaimedMerchant } from './screening-store.ts';

type ScreenedFacts = Pick<
  ClaimedMerchant,
  | 'merchant_id'
  | 'merchant_name'
  | 'legal_name'
  | 'mcc'
  | 'trn'
  | 'debit_account'
  | 'credit_account'
  | 'identity'
  | 'schemes'
  | 'services'
  | 'sent_services'
  | 'chain'
>;

/** Returns the facts to screen, of a merchant as it was sent or as an amendment would leave it. */
export function screenedMerchantOf(row: ScreenedFacts): ScreenedMerchant {
  const organizations = organizationsOf(row.services);
  return {
    merchantId: row.merchant_id,
    names: comparedNames({
      merchantName: row.merchant_name,
      legalName: row.legal_name,
      addresses: row.identity.addresses,
      schemes: row.schemes,
      services: row.sent_services,
      chain: row.chain,
    }),
    mcc: row.mcc,
    trn: row.trn,
    debitAccount: row.debit_account,
    creditAccount: row.credit_account,
    overridden: schemeOverridesOf(row.schemes),
    identity: { ...row.identity, ...(organizations.length > 0 && { organizations }) },
  };
}

/** Returns the categories that replace the merchant's category for single card schemes. */
export function schemeOverridesOf(schemes: JsonValue | null): ScreenedMerchant['overridden'] {
  return objectsOf(schemes).flatMap(({ entry, index }) => {
    const value = entry.schemeOverrideValue;
    if (!isJsonObject(value) || value.mcc === undefined) return [];
    const path = `configurations.acceptedCardSchemes[${index}].schemeOverrideValue.mcc`;
    // A JSON integer has no leading zeros.
    return [{ path, mcc: String(value.mcc).padStart(4, '0') }];
  });
}

function organizationsOf(services: JsonValue | null): string[] {
  return objectsOf(services).flatMap(({ entry: { organizationName: name } }) =>
    typeof name === 'string' ? [name] : [],
  );
}
