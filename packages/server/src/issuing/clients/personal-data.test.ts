import { describe, expect, it } from 'vitest';
import { maskClient } from './personal-data.ts';

describe('masked personal data', () => {
  it('returns the name and the city, without other identity or contact data', () => {
    const masked = maskClient({
      customer_id: 'CIF-1',
      card_name: 'LAYLA HADDAD',
      personal_details: {
        first_name: 'Layla',
        last_name: 'Haddad',
        date_of_birth: '1988-02-29',
        place_of_birth: 'Dubai',
        security_name: 'Aunt Mariam',
        language: 'ARA',
      },
      contact_details: { mobile_phone: '+971501234567', home_phone: '12345', email: 'layla@example.com' },
      addresses: [
        {
          address_type: 'WORK',
          address_line_1: '1 Creek Road',
          zip: '12345',
          city: 'Dubai',
          country: 'ARE',
          phone: '041234567',
        },
      ],
      identity_proof_document: { number: '784-1988-1234567-1', type: 'EMIRATES_ID', expiry_date: '2030-12-31' },
      supplementary_documents: [{ number: 'P1234567', type: 'PASSPORT' }],
      employment_details: { employer_name: 'Falcon Trading', income: '25000.00' },
      custom_fields: [{ key: 'CL-NOTE', value: 'lives with her mother' }],
    });
    expect(masked).toEqual({
      customer_id: 'CIF-1',
      card_name: 'LAYLA HADDAD',
      personal_details: {
        first_name: 'Layla',
        last_name: 'Haddad',
        date_of_birth: '****-**-**',
        place_of_birth: '***',
        security_name: '***',
        language: 'ARA',
      },
      contact_details: { mobile_phone: '***567', home_phone: '***', email: 'l***@example.com' },
      addresses: [
        { address_type: 'WORK', address_line_1: '***', zip: '***', city: 'Dubai', country: 'ARE', phone: '***567' },
      ],
      identity_proof_document: { number: '***7-1', type: 'EMIRATES_ID', expiry_date: '2030-12-31' },
      supplementary_documents: [{ number: '***567', type: 'PASSPORT' }],
      employment_details: { employer_name: 'Falcon Trading', income: '***' },
    });
  });
});
