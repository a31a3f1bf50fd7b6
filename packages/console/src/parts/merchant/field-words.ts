import type { WordKey } from '../../words/en.ts';

/** Field names that differ from those of the interface. Other fields keep their interface names. */
const FIELDS: Readonly<Record<string, WordKey>> = {
  merchantId: 'field.merchantId',
  merchantName: 'field.merchantName',
  legalName: 'field.legalName',
  legalType: 'field.legalType',
  website: 'field.website',
  merchantType: 'field.merchantType',
  mcc: 'field.mcc',
  kyc: 'field.kyc',
  trn: 'field.trn',
  relationshipManager: 'field.relationshipManager',
  debitAccountNumOrIban: 'field.debitAccount',
  creditAccountNumOrIban: 'field.creditAccount',
  merchantCurrency: 'field.currency',
  bankName: 'field.bankName',
  paymentMode: 'field.paymentMode',
  addressType: 'field.addressType',
  name: 'field.name',
  lastName: 'field.lastName',
  countryCode: 'field.country',
  city: 'field.city',
  phone: 'field.phone',
  mobile: 'field.mobile',
  email: 'field.email',
  postalCode: 'field.postalCode',
  terminalId: 'field.terminalId',
  terminalType: 'field.terminalType',
};

export function fieldNameWord(name: string): WordKey | undefined {
  return FIELDS[name];
}

/** Fields that a reviewer can request although the merchant did not send them. */
export const REQUESTABLE_FIELDS = [
  'website',
  'legalType',
  'relationshipManager',
  'bankName',
  'vatEnabled',
  'gatewayType',
] as const;
