import type { Static } from 'typebox';
import { CustomField } from '../envelope.ts';
import { defineEnvelope } from '../operation.ts';
import { list, MAX_ENTRIES, oneOf, optional, record, text } from '../schema/fields.ts';
import { alsoValues, arrayOfOne, emptyEntriesDropped, withSpellings } from '../schema/tolerances.ts';

export const CARD_TYPES = ['PREPAID', 'CREDIT', 'DEBIT'] as const;
export type CardType = (typeof CARD_TYPES)[number];
export const ADDRESS_TYPES = ['PERMANENT', 'PRESENT', 'WORK'] as const;
export type AddressType = (typeof ADDRESS_TYPES)[number];

/** card_type as requests send it (max 7). */
export const cardType = () => oneOf(CARD_TYPES, { component: 'CardType', maxLength: 7, description: 'Type of card' });

/** ISO 639 code for cardholders whose record names no language: spec, 2.7. */
export const DEFAULT_LANGUAGE = 'ENG';

const date = (description: string) => text(10, { description, fieldFormat: 'date' });

const Document = record(
  {
    number: optional(text(20, { description: 'Number of the document' })),
    type: optional(text(20, { description: 'Type of document, defined by the bank' })),
    expiry_date: optional(date('Last day on which the document is valid')),
  },
  { component: 'ClientDocument' },
);

const Address = record(
  {
    address_type: oneOf(ADDRESS_TYPES, {
      maxLength: 20,
      description: 'Type of address',
      tolerances: [withSpellings({ 'PERMANENT/RESIDENT': 'PERMANENT', RESIDENT: 'PERMANENT' })],
    }),
    address_line_1: text(255),
    address_line_2: optional(text(255)),
    address_line_3: optional(text(255)),
    address_line_4: optional(text(255)),
    email: optional(text(255)),
    phone: optional(text(32)),
    city: text(255),
    country: text(255, { description: 'Country code; stored as sent' }),
    zip: optional(text(32, { requiredWhen: 'the bank uses fraud monitoring', description: 'Postal code' })),
    state: optional(text(32)),
  },
  { component: 'ClientAddress' },
);

const PersonalDetails = record(
  {
    gender: optional(text(6, { description: 'Stored as sent' })),
    title: optional(text(4, { description: 'Stored as sent', tolerances: [alsoValues('Shaikh', 'Shaikha')] })),
    first_name: text(255),
    last_name: text(255),
    middle_name: optional(text(255)),
    citizenship: optional(text(3, { description: 'Country code; stored as sent' })),
    marital_status: optional(text(18, { description: 'Stored as sent' })),
    date_of_birth: date('Date of birth'),
    place_of_birth: optional(text(255)),
    language: optional(text(3, { description: `ISO 639 code of three letters; default ${DEFAULT_LANGUAGE}` })),
    security_name: optional(
      text(255, {
        requiredWhen: 'the bank uses fraud monitoring',
        description: 'Name that the cardholder gives for identification by phone',
      }),
    ),
  },
  { component: 'PersonalDetails' },
);

const EmploymentDetails = record(
  {
    employer_name: optional(text(64)),
    income: optional(text(64, { description: 'Stored as sent' })),
    occupation: optional(text(64)),
  },
  { component: 'EmploymentDetails' },
);

/** The client record. The answer mirrors all of it: docs/interface/clients.md#mirrored. */
export const Client = record(
  {
    customer_id: text(20, { description: 'Customer (CIF) id, assigned by the bank and unique in the bank' }),
    bank_code: text(3, { description: 'Code of the bank' }),
    external_client_number: optional(
      text(20, { description: 'Number of the client in another system; stored as sent' }),
    ),
    card_name: text(50, { description: 'Name of the client as printed on cards' }),
    card_type: cardType(),
    personal_details: PersonalDetails,
    contact_details: record(
      {
        home_phone: optional(text(32)),
        work_phone: optional(text(32)),
        mobile_phone: text(32, { description: 'Sent in token notifications' }),
        email: optional(text(255, { description: 'Sent in token notifications' })),
      },
      { component: 'ContactDetails' },
    ),
    addresses: optional(list(Address, { maxItems: MAX_ENTRIES })),
    identity_proof_document: optional(
      record(Document.properties, { component: 'ClientDocument', tolerances: [arrayOfOne] }),
    ),
    supplementary_documents: optional(list(Document, { maxItems: MAX_ENTRIES, tolerances: [emptyEntriesDropped] })),
    employment_details: optional(
      record(EmploymentDetails.properties, { component: 'EmploymentDetails', tolerances: [arrayOfOne] }),
    ),
    custom_fields: optional(
      list(CustomField, {
        maxItems: MAX_ENTRIES,
        description: 'Custom fields. CL-MAIL-ADDR-IND (the name is configurable) selects the mailing address',
      }),
    ),
  },
  { component: 'Client' },
);

export type ClientRecord = Static<typeof Client>;

/**
 * Maxima of the answer that differ from those of the request; all others are CLIENT_RESPONSE_MAXIMUM. The answer
 * mirrors values in full, unless a setting cuts them to these maxima for callers with fixed columns.
 */
export const CLIENT_RESPONSE_MAXIMA: Readonly<Record<string, number>> = {
  bank_code: 5,
  title: 5,
  date_of_birth: 10,
  place_of_birth: 50,
  language: 5,
  citizenship: 10,
  marital_status: 10,
  gender: 20,
  card_name: 50,
};
export const CLIENT_RESPONSE_MAXIMUM = 20;

export const createClient = defineEnvelope({
  id: 'clients.create-client',
  sdk: 'clients.create',
  title: 'Create a client',
  description:
    'Registers a customer of the bank. The response repeats the whole record. A second request for the same customer with another msg_id fails with 401.',
  reference: 'docs/interface/clients.md#create',
  path: '/cardservices/ClientCreate',
  scope: 'clients:write',
  requestKey: 'request_client_create',
  responseKey: 'response_client_create',
  requestFunction: 'REQ_CLIENT_CREATE',
  responseFunction: 'REP_GENERIC_CUSTOMER_DETAILS',
  defaultMsgType: 'TRANSACTION',
  changes: true,
  requestBody: Client,
  responseBody: Client,
  errors: ['client_exists'],
});

/** Names of the response function. A setting chooses one: docs/interface/clients.md#function-of-the-response. */
export const CLIENT_CREATE_FUNCTIONS = [
  'REP_GENERIC_CUSTOMER_DETAILS',
  'REP_CLIENT_UPDATE',
  'REP_CLIENT_CREATE',
] as const;
