import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../json/exact-number.ts';
import { compile } from '../schema/compile.ts';
import type { FieldSchema } from '../schema/field-schema.ts';
import { tableOf } from '../testing/table.ts';
import { CLIENT_RESPONSE_MAXIMA, CLIENT_RESPONSE_MAXIMUM, createClient } from './create-client.ts';

const body = createClient.requestBody as unknown as FieldSchema;
const group = (name: string) => body.properties?.[name];
const check = compile(createClient.requestBody);

describe('the fields of a client', () => {
  it('match the client table', () => {
    expect(tableOf(body)).toEqual({
      customer_id: 'required 20',
      bank_code: 'required 3',
      external_client_number: 'optional 20',
      card_name: 'required 50',
      card_type: 'required 7',
      personal_details: 'required',
      contact_details: 'required',
      addresses: 'optional',
      identity_proof_document: 'optional',
      supplementary_documents: 'optional',
      employment_details: 'optional',
      custom_fields: 'optional',
    });
  });

  it('match the table personal_details', () => {
    expect(tableOf(group('personal_details'))).toEqual({
      gender: 'optional 6',
      title: 'optional 4',
      first_name: 'required 255',
      last_name: 'required 255',
      middle_name: 'optional 255',
      citizenship: 'optional 3',
      marital_status: 'optional 18',
      date_of_birth: 'required 10',
      place_of_birth: 'optional 255',
      language: 'optional 3',
      security_name: 'optional 255',
    });
  });

  it('match the table contact_details', () => {
    expect(tableOf(group('contact_details'))).toEqual({
      home_phone: 'optional 32',
      work_phone: 'optional 32',
      mobile_phone: 'required 32',
      email: 'optional 255',
    });
  });

  it('match the table of an address', () => {
    expect(tableOf(group('addresses')?.items)).toEqual({
      address_type: 'required 20',
      address_line_1: 'required 255',
      address_line_2: 'optional 255',
      address_line_3: 'optional 255',
      address_line_4: 'optional 255',
      email: 'optional 255',
      phone: 'optional 32',
      city: 'required 255',
      country: 'required 255',
      zip: 'optional 32',
      state: 'optional 32',
    });
  });

  it('match the tables documents, employment and custom fields', () => {
    const document = { number: 'optional 20', type: 'optional 20', expiry_date: 'optional 10' };
    expect(tableOf(group('identity_proof_document'))).toEqual(document);
    expect(tableOf(group('supplementary_documents')?.items)).toEqual(document);
    expect(tableOf(group('employment_details'))).toEqual({
      employer_name: 'optional 64',
      income: 'optional 64',
      occupation: 'optional 64',
    });
    expect(tableOf(group('custom_fields')?.items)).toEqual({ key: 'required 20', value: 'required 128' });
  });

  it('have the maximum lengths of the response', () => {
    expect(CLIENT_RESPONSE_MAXIMUM).toBe(20);
    expect(CLIENT_RESPONSE_MAXIMA).toEqual({
      bank_code: 5,
      title: 5,
      date_of_birth: 10,
      place_of_birth: 50,
      language: 5,
      citizenship: 10,
      marital_status: 10,
      gender: 20,
      card_name: 50,
    });
  });
});

const CLIENT = {
  customer_id: 'CIF-1',
  bank_code: '001',
  card_name: 'AMINA SALEH',
  card_type: 'DEBIT',
  personal_details: { first_name: 'Amina', last_name: 'Saleh', date_of_birth: '1994-02-28' },
  contact_details: { mobile_phone: '+971500000001' },
};
const address = (type: string) => ({
  address_type: type,
  address_line_1: '1 Creek Road',
  city: 'Dubai',
  country: 'ARE',
});
const person = (more: JsonObject) => ({ ...CLIENT.personal_details, ...more });

describe('client tolerances', () => {
  it.each([
    ['title Shaikh', { personal_details: person({ title: 'Shaikh' }) }, {}, 'personal_details.title', 'other-value'],
    ['title Shaikha', { personal_details: person({ title: 'Shaikha' }) }, {}, 'personal_details.title', 'other-value'],
    [
      'an identity document in an array',
      { identity_proof_document: [{ number: 'A1', type: 'PASSPORT' }] },
      { identity_proof_document: { number: 'A1', type: 'PASSPORT' } },
      'identity_proof_document',
      'array-of-one',
    ],
    [
      'employment in an array',
      { employment_details: [{ employer_name: 'Souk LLC' }] },
      { employment_details: { employer_name: 'Souk LLC' } },
      'employment_details',
      'array-of-one',
    ],
    [
      'an empty supplementary document',
      { supplementary_documents: [{}] },
      { supplementary_documents: [] },
      'supplementary_documents',
      'empty-entry-dropped',
    ],
    [
      'an address of a PERMANENT/RESIDENT',
      { addresses: [address('PERMANENT/RESIDENT')] },
      { addresses: [address('PERMANENT')] },
      'addresses[0].address_type',
      'other-spelling',
    ],
    [
      'an address of a RESIDENT',
      { addresses: [address('WORK'), address('RESIDENT')] },
      { addresses: [address('WORK'), address('PERMANENT')] },
      'addresses[1].address_type',
      'other-spelling',
    ],
    ['an unknown field', { risk_class: 'LOW' }, {}, 'risk_class', 'unknown-field'],
  ] as [string, JsonObject, JsonObject, string, string][])('%s', (_what, more, changed, path, rule) => {
    const sent = { ...CLIENT, ...more };
    expect(check(sent, '')).toEqual({
      value: { ...sent, ...changed },
      findings: [],
      omittedCount: 0,
      warnings: [{ path, rule }],
    });
  });

  it.each([
    [
      'a title that is too long',
      { personal_details: person({ title: 'Sheikh' }) },
      'wrong_length personal_details.title',
    ],
    ['another address type', { addresses: [address('HOME')] }, 'value_not_allowed addresses[0].address_type'],
    [
      'a date that does not exist',
      { personal_details: person({ date_of_birth: '2026-02-30' }) },
      'wrong_format personal_details.date_of_birth',
    ],
    ['null for an optional string', { external_client_number: null }, 'wrong_format external_client_number'],
    [
      'an expiry date of another form',
      { identity_proof_document: { expiry_date: '31/12/2030' } },
      'wrong_format identity_proof_document.expiry_date',
    ],
    ['a custom field without its value', { custom_fields: [{ key: 'A' }] }, 'field_missing custom_fields[0].value'],
    ['a number for a string', { employment_details: { income: 25000 } }, 'wrong_format employment_details.income'],
  ] as [string, JsonValue, string][])('%s is refused', (_what, more, finding) => {
    const { findings } = check({ ...CLIENT, ...(more as JsonObject) }, '');
    expect(findings.map(({ path, error }) => `${error} ${path}`)).toEqual([finding]);
  });

  it('names accept up to 255 code points, including Arabic and emoji', () => {
    const named = (first_name: string) => check({ ...CLIENT, personal_details: person({ first_name }) }, '').findings;
    expect(named('ليلى الحداد 🌙')).toEqual([]);
    expect(named('🌙'.repeat(255))).toEqual([]);
    expect(named('🌙'.repeat(256))).toMatchObject([{ path: 'personal_details.first_name', error: 'wrong_length' }]);
  });
});
