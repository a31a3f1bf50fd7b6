import { describe, expect, it } from 'vitest';
import { deliveryAddress, isCut } from './delivery-address.ts';

const PERMANENT = { address_type: 'PERMANENT', address_line_1: 'Villa 7', city: 'Dubai', country: 'ARE' };
const PRESENT = { address_type: 'PRESENT', address_line_1: 'شارع الملك', city: 'Zürich', country: 'CHE', zip: '8001' };
const WORK = { address_type: 'WORK', address_line_1: 'Tower 1\r\nLevel 2', city: 'Abu Dhabi', country: 'ARE' };
const EMPTY = {
  address_line_1: '',
  address_line_2: '',
  address_line_3: '',
  address_line_4: '',
  city: '',
  state: '',
  zip: '',
  country: '',
};

describe('the delivery address', () => {
  const all = [PERMANENT, PRESENT, WORK];

  it('is the address that the mailing indicator names, in printable ASCII, each part on one line', () => {
    expect(deliveryAddress(all, 'PERMANENT')).toEqual({
      ...EMPTY,
      address_line_1: 'Villa 7',
      city: 'Dubai',
      country: 'ARE',
    });
    expect(deliveryAddress(all, 'PRESENT')).toEqual({
      ...EMPTY,
      address_line_1: 'shara almlk',
      city: 'Zurich',
      country: 'CHE',
      zip: '8001',
    });
    expect(deliveryAddress(all, 'WORK')).toMatchObject({ address_line_1: 'Tower 1 Level 2', city: 'Abu Dhabi' });
  });

  it('keeps printable characters, and transliterates others where possible', () => {
    const signs = `Flat 4+5 <B> ~ \`C\` $1 ^ | = #7 & (left) "East" 50%`;
    const line = (text: string) =>
      deliveryAddress([{ ...PERMANENT, address_line_1: text }], 'PERMANENT').address_line_1;
    expect(line(signs)).toBe(signs);
    expect(line('Straße 5 – „Haus“ №\u00a09 ★')).toBe('Strasse 5 - "Haus" 9');
  });

  it.each(['PERMANENT', 'PRESENT', 'WORK'] as const)(
    'is empty if the client has no %s address, and no other address replaces it',
    (type) => {
      const others = all.filter(({ address_type: other }) => other !== type);
      expect(deliveryAddress(others, type)).toEqual(EMPTY);
      expect(deliveryAddress([], type)).toEqual(EMPTY);
    },
  );

  it('is cut at a space if a column is too short, which is reported', () => {
    const words = `${'word '.repeat(30)}end`;
    const long = { ...PERMANENT, address_line_2: words, zip: 'Z'.repeat(40) };
    const { address_line_2: line, zip } = deliveryAddress([long], 'PERMANENT');
    expect(line).toBe('word '.repeat(20).trimEnd());
    expect(zip).toBe('Z'.repeat(32));
    expect(isCut([long], 'PERMANENT')).toBe(true);
    expect(isCut([long], 'WORK')).toBe(false);
    expect(isCut(all, 'PRESENT')).toBe(false);
  });
});
