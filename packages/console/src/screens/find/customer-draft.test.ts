import { describe, expect, it } from 'vitest';
import { cardNameOf, clientToSend, EMPTY_CUSTOMER } from './customer-draft.ts';

const SARA = {
  ...EMPTY_CUSTOMER,
  id: ' C-1 ',
  firstName: 'Sara',
  lastName: 'Hassan',
  birthDate: '1990-01-31',
  mobile: '+1',
};

describe('a new customer', () => {
  it('has cards with the first and the last name, unless another name is typed', () => {
    expect(cardNameOf(SARA)).toBe('SARA HASSAN');
    expect(cardNameOf({ ...SARA, cardName: 'S HASSAN' })).toBe('S HASSAN');
    expect(cardNameOf({ ...SARA, lastName: 'A'.repeat(80) })).toHaveLength(50);
  });

  it('is sent without empty fields', () => {
    expect(clientToSend(SARA, '001')).toEqual({
      customer_id: 'C-1',
      bank_code: '001',
      card_name: 'SARA HASSAN',
      card_type: 'DEBIT',
      personal_details: { first_name: 'Sara', last_name: 'Hassan', date_of_birth: '1990-01-31' },
      contact_details: { mobile_phone: '+1' },
    });
    const address = { ...SARA.address, address_line_1: 'Villa 7', city: 'Dubai', country: 'ARE' };
    expect(clientToSend({ ...SARA, address, email: 'n@example.com', securityName: 'Lamp' }, '001')).toMatchObject({
      personal_details: { security_name: 'Lamp' },
      contact_details: { email: 'n@example.com' },
      addresses: [{ address_type: 'PERMANENT', address_line_1: 'Villa 7', city: 'Dubai', country: 'ARE' }],
    });
  });
});
