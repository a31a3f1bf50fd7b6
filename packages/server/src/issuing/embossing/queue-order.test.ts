import { describe, expect, it } from 'vitest';
import { sortQueue } from './queue-order.ts';
import type { PendingRow } from './waiting-store.ts';

const PENDING_ROW: PendingRow = {
  queue_id: 1n,
  card_id: 7n,
  sequence_number: '002',
  reason: 'RENEWAL',
  held_because: null,
  exid: '9000000000000000001',
  status: 'ACTIVE',
  expiry: '2611',
  current_sequence_number: '002',
  cardholder_name: 'Layla Haddad',
  product_code: 'DEBIT-CLASSIC',
  card_role: 'P',
  client_card_name: 'L HADDAD',
  mailing_address: 'PERMANENT',
  addresses: null,
};

/** Returns the outcome for one card, by default on the last day of its month. */
function become(more: Partial<PendingRow>, localDate = '2026-11-30'): string {
  const { ready, held, leftOut } = sortQueue([{ ...PENDING_ROW, ...more }], localDate);
  return [...ready.map(() => 'made'), ...[...held, ...leftOut].map(({ because }) => because)].join();
}

describe('a card that waits for embossing', () => {
  it.each([
    ['ACTIVE', 'made'],
    ['BLOCKED', 'made'],
    ['LOST', 'CARD_ENDED'],
    ['STOLEN', 'CARD_ENDED'],
    ['CLOSED', 'CARD_ENDED'],
  ] as const)('with the status %s has the outcome %s', (status, what) => {
    expect(become({ status })).toBe(what);
  });

  it('is left out after its expiry month, and when a later plastic has replaced it', () => {
    expect(become({}, '2026-11-30')).toBe('made');
    expect(become({}, '2026-12-01')).toBe('EXPIRED');
    expect(become({ current_sequence_number: '003' })).toBe('SUPERSEDED');
  });

  it('is held while its name cannot be embossed, unless it will never be produced', () => {
    const nameless = { cardholder_name: '★', client_card_name: '😀' };
    expect(become(nameless)).toBe('NO_NAME');
    expect(become({ ...nameless, held_because: 'NO_NAME' })).toBe('NO_NAME');
    expect(become({ ...nameless, status: 'LOST' })).toBe('CARD_ENDED');
  });

  it('has all data of its record except the number', () => {
    const addresses = [{ address_type: 'PERMANENT', address_line_1: 'Villa 7', city: 'Dubai', country: 'ARE' }];
    const { ready } = sortQueue([{ ...PENDING_ROW, addresses }], '2026-11-20');
    expect(ready.map(({ facts, isCut }) => ({ ...facts, isCut }))).toEqual([
      {
        expiry: '2611',
        embossedName: 'LAYLA HADDAD',
        sequenceNumber: '002',
        exid: '9000000000000000001',
        productCode: 'DEBIT-CLASSIC',
        cardRole: 'P',
        reason: 'RENEWAL',
        addressType: 'PERMANENT',
        address: {
          address_line_1: 'Villa 7',
          address_line_2: '',
          address_line_3: '',
          address_line_4: '',
          city: 'Dubai',
          state: '',
          zip: '',
          country: 'ARE',
        },
        isCut: false,
      },
    ]);
  });
});
