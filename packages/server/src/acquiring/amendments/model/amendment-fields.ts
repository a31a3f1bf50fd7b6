import { type AmendmentType, type JsonObject, MerchantAmendment, MerchantConfigurations } from '@cardwright/contract';

const CONFIGURATIONS = 'configurations.';

/**
 * The fields of a merchant that each amendment changes (docs/interface/merchant-amendments.md#fields). Lists are
 * replaced as a whole, except terminals.
 */
const CHANGED_BY: Partial<Record<AmendmentType, readonly string[]>> = {
  MERCHANT_NAME: ['merchantName', 'merchantType', 'legalName', 'subMerchantType', 'website'],
  LINKED_CHAIN: ['chain'],
  MCC: ['mcc'],
  SCHEMES_OVERRIDING: ['configurations.overrideDefaultSchemesMcc'],
  ADDRESS: ['addresses'],
  ACCEPTED_CARDS: ['merchantCurrency', 'configurations.acceptedCardSchemes', 'configurations.refundControlValue'],
  FEES: ['configurations.fees'],
  SERVICES: ['services'],
  ADDING_TERMINALS: ['terminals'],
  ACCOUNT: ['debitAccountNumOrIban', 'creditAccountNumOrIban', 'bankName'],
};

const TYPE_OF = new Map(
  Object.entries(CHANGED_BY).flatMap(([type, fields]) => fields.map((field) => [field, type as AmendmentType])),
);

/** Fields of the request that are not part of the merchant's record. */
const NOT_OF_THE_RECORD = ['merchantId', 'amendmentList', 'configurations'];
const RECORD_FIELDS = Object.keys(MerchantAmendment.properties).filter((name) => !NOT_OF_THE_RECORD.includes(name));
const CONFIGURATION_FIELDS = Object.keys(MerchantConfigurations.properties);

/** Returns the fields that an amendment of these types changes, in the order of the types. */
export function fieldsChangedBy(types: readonly AmendmentType[]): readonly string[] {
  return types.flatMap((type) => CHANGED_BY[type] ?? []);
}

export function typeThatChanges(field: string): AmendmentType | undefined {
  return TYPE_OF.get(field);
}

/** Returns the fields of the interface that were sent. Fields of the configurations begin with `configurations.`. */
export function submittedFields(amendment: JsonObject): readonly string[] {
  const configurations = objectAt(amendment, 'configurations');
  return [
    ...RECORD_FIELDS.filter((name) => Object.hasOwn(amendment, name)),
    ...CONFIGURATION_FIELDS.filter((name) => Object.hasOwn(configurations, name)).map(
      (name) => `${CONFIGURATIONS}${name}`,
    ),
  ];
}

export function readField(record: JsonObject, field: string) {
  const [holder, name] = placeOf(record, field);
  return Object.hasOwn(holder, name) ? holder[name] : undefined;
}

/** Returns a copy of the record with the field set. */
export function withField(record: JsonObject, field: string, value: JsonObject[string]): JsonObject {
  if (!field.startsWith(CONFIGURATIONS)) return { ...record, [field]: value };
  const [configurations, name] = placeOf(record, field);
  return { ...record, configurations: { ...configurations, [name]: value } };
}

function placeOf(record: JsonObject, field: string): [holder: JsonObject, name: string] {
  if (!field.startsWith(CONFIGURATIONS)) return [record, field];
  return [objectAt(record, 'configurations'), field.slice(CONFIGURATIONS.length)];
}

function objectAt(record: JsonObject, name: string): JsonObject {
  const value = record[name];
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}
