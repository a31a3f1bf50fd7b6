import { describe, expect, it } from 'vitest';
import { addressToSend, EMPTY_ADDRESS, isEmptyAddress, mailingAddressOf } from './address.ts';

const HOME = { address_type: 'PERMANENT', address_line_1: 'Villa 7', city: 'Dubai', country: 'ARE' } as const;
const WORK = { address_type: 'WORK', address_line_1: 'Tower B', city: 'Sharjah', country: 'ARE', zip: '1' } as const;

describe('the delivery address of a card', () => {
  it('is the permanent one, or the one that the record of the customer names', () => {
    expect(mailingAddressOf({ addresses: [WORK, HOME] })).toMatchObject({ address_line_1: 'Villa 7', zip: '' });
    const named = { addresses: [HOME, WORK], custom_fields: [{ key: 'CL-MAIL-ADDR-IND', value: 'WORK' }] };
    expect(mailingAddressOf(named)).toMatchObject({ address_line_1: 'Tower B', zip: '1' });
  });

  it('is missing if the record has none of that type', () => {
    expect(mailingAddressOf({ addresses: [WORK] })).toBeUndefined();
    expect(mailingAddressOf({})).toBeUndefined();
  });

  it('is sent without empty fields', () => {
    const draft = { ...EMPTY_ADDRESS, address_line_1: ' Tower B ', city: 'Dubai', country: 'ARE', zip: ' ' };
    expect(addressToSend(draft)).toEqual({ address_line_1: 'Tower B', city: 'Dubai', country: 'ARE' });
    expect(isEmptyAddress(draft)).toBe(false);
    expect(isEmptyAddress({ ...EMPTY_ADDRESS, zip: ' ' })).toBe(true);
  });
});
