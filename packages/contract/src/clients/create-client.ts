import type { Static } from 'typebox';
import { CustomField } from '../envelope.ts';
import { defineEnvelope } from '../operation.ts';
import { list, oneOf, optional, record, text } from '../schema/fields.ts';
import { alsoValues, arrayOfOne, emptyEntriesDropped, spelledAs } from '../schema/tolerances.ts';

export const CARD_TYPES = ['PREPAID', 'CREDIT', 'DEBIT'] as const;
export type CardType = (typeof CARD_TYPES)[number];
export const ADDRESS_TYPES = ['PERMANENT', 'PRESENT', 'WORK'] as const;
export type AddressType = (typeof ADDRESS_TYPES)[number];

/** card_type as requests carry it (max 7). */
export const cardType = () => oneOf(CARD_TYPES, { maxLength: 7 });

const date = (description: string) => text(10, { description, fieldFormat: 'date' });

const Document = record({
  number: optional(text(20)),
  type: optional(text(20)),
  expiry_date: optional(date('YYYY-MM-DD')),
});

const Address = record({
  address_type: oneOf(ADDRESS_TYPES, {
    maxLength: 20,
    description: 'PERMANENT, PRESENT or WORK',
    tolerances: [spelledAs({ 'PERMANENT/RESIDENT': 'PERMANENT', RESIDENT: 'PERMANENT' })],
  }),
  address_line_1: text(255),
  address_line_2: optional(text(255)),
  address_line_3: optional(text(255)),
  address_line_4: optional(text(255)),
  email: optional(text(255)),
  phone: optional(text(32)),
  city: text(255),
  country: text(255, { description: 'Country code' }),
  zip: optional(text(32, { description: 'Required for issuers using fraud monitoring' })),
  state: optional(text(32)),
});

const PersonalDetails = record({
  gender: optional(text(6)),
  title: optional(text(4, { tolerances: [alsoValues('Shaikh', 'Shaikha')] })),
  first_name: text(255),
  last_name: text(255),
  middle_name: optional(text(255)),
  citizenship: optional(text(3)),
  marital_status: optional(text(18)),
  date_of_birth: date('YYYY-MM-DD'),
  place_of_birth: optional(text(255)),
  language: optional(text(3, { description: 'ISO language code, default ENG' })),
  security_name: optional(text(255, { description: 'Required for issuers using fraud monitoring' })),
});

const EmploymentDetails = record({
  employer_name: optional(text(64)),
  income: optional(text(64)),
  occupation: optional(text(64)),
});

/** The client record (spec §2.7). The answer mirrors it whole (decisions §12). */
const Client = record({
  customer_id: text(20, { description: 'Customer (CIF) id' }),
  bank_code: text(3),
  external_client_number: optional(text(20)),
  card_name: text(50, { description: 'Cardholder name' }),
  card_type: cardType(),
  personal_details: PersonalDetails,
  contact_details: record({
    home_phone: optional(text(32)),
    work_phone: optional(text(32)),
    mobile_phone: text(32),
    email: optional(text(255)),
  }),
  addresses: optional(list(Address)),
  identity_proof_document: optional(record(Document.properties, { tolerances: [arrayOfOne] })),
  supplementary_documents: optional(list(Document, { tolerances: [emptyEntriesDropped] })),
  employment_details: optional(record(EmploymentDetails.properties, { tolerances: [arrayOfOne] })),
  custom_fields: optional(list(CustomField)),
});

export type ClientRecord = Static<typeof Client>;

/**
 * The answer's own maxima where they differ from the request's (spec §2.7, "maxima mostly 20"). Values are mirrored
 * whole unless a setting cuts them to these, for callers with fixed columns.
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
  title: 'Client create',
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
  errors: ['401'],
});

/** Names of the response function that a setting may choose (decisions §2). */
export const CLIENT_CREATE_FUNCTIONS = [
  'REP_GENERIC_CUSTOMER_DETAILS',
  'REP_CLIENT_UPDATE',
  'REP_CLIENT_CREATE',
] as const;
