import { type FieldSchema, type JsonObject, Merchant, MerchantChain, type Operation } from '@cardwright/contract';
import { type FieldPlace, PLACES } from '../requests.ts';
import { partsFor } from '../samples/sample-parts.ts';

/** A part of a request that has a field table, with a request that shows where its fields are. */
export interface TablePlace {
  readonly place: FieldPlace;
  readonly schema: FieldSchema;
  readonly valid: JsonObject;
}

const CARD = {
  customerId: 'C-1',
  accountNumber: '001000000001',
  exid: '9000000000000000001',
  cardNumber: '4000001234567899',
  expiry: '3012',
};
const VALUES = {
  bankCode: '001',
  currency: 'AED',
  productCode: 'P',
  bin: '400000',
  newCustomerId: 'C-2',
  newCardNumber: '4000001234567899',
  later: '2030-01-01',
};
const FACTS = {
  operatorPrefix: 'Gw',
  bank: {
    bankId: 'B',
    bankCode: '1',
    currency: 'AED',
    currencyNumber: '784',
    country: 'AE',
    productCode: 'P',
    bin: '400000',
  },
  now: () => new Date(0),
};

export function tablePlaces(operation: Operation): TablePlace[] {
  const parts = partsFor(operation, CARD, VALUES, FACTS);
  if (parts === undefined) return [];
  return PLACES.flatMap((place): TablePlace[] => {
    const schema = schemaOf(operation, place);
    return schema === undefined || Object.keys(parts[place]).length === 0
      ? []
      : [{ place, schema, valid: parts[place] }];
  });
}

function schemaOf(operation: Operation, place: FieldPlace): FieldSchema | undefined {
  if (place === 'request') {
    if (operation.id === 'merchants.onboard-merchants') return onboardingSchema(operation.request as FieldSchema);
    if (operation.surface === 'rest' && operation.requestType !== undefined) return undefined;
    return (operation.request ?? undefined) as FieldSchema | undefined;
  }
  return operation.surface === 'rest' ? (operation[place] as FieldSchema | undefined) : undefined;
}

/** Returns the schema of a boarding only: the table of an entry depends on whether the entry is an amendment. */
function onboardingSchema(request: FieldSchema): FieldSchema {
  const application = {
    type: 'object',
    properties: {
      merchants: { type: 'array', items: Merchant as unknown as FieldSchema },
      chain: MerchantChain as unknown as FieldSchema,
    },
    required: ['merchants'],
  };
  const applications = { type: 'array', items: application };
  const payload = { type: 'object', properties: { applications }, required: ['applications'] };
  const { requestId = {} } = request.properties ?? {};
  return { type: 'object', properties: { requestId, payload }, required: ['requestId', 'payload'] };
}
