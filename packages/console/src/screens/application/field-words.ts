import type { WordKey } from '../../words/en.ts';

/** Fields that people know by another name than the interface's. The others are shown as they are sent. */
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

/** What may be asked for although it was not sent. */
export const REQUESTABLE_FIELDS = [
  'website',
  'legalType',
  'relationshipManager',
  'bankName',
  'vatEnabled',
  'gatewayType',
] as const;
