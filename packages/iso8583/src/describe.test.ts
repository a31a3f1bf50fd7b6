import { describe, expect, it } from 'vitest';
import { describeFields, describeMessage } from './describe.ts';
import { loadSpecification } from './load-specification.ts';
import { maskCardNumbers, maskPan } from './mask.ts';
import { Message } from './message.ts';
import { BUILT_IN_NAMES } from './specification.ts';
import { SPECIFICATIONS } from './specifications/built-in.ts';

const PAN = '4761739001010010';
const TRACK_2 = `${PAN}=27122011234`;

describe('the description of a message', () => {
  it('has a line for each field, without card data', () => {
    const message = new Message('0100', {
      2: PAN,
      4: '000000002500',
      35: TRACK_2,
      43: 'Black Harbor Trading    Dover        GB ',
      45: `B${PAN}^HOLDER/CARD^2712201`,
      52: '0123456789abcdef',
      55: '5A0847617390010100105F3401',
      102: `ACC ${PAN}`,
    });
    expect(describeMessage(message, SPECIFICATIONS['iso1987-ascii'])).toBe(
      [
        '0100  authorization request (ISO 8583:1987)',
        '   2  Primary account number              476173******0010',
        '   4  Amount, transaction                 000000002500',
        '  35  Track 2 data                        (28 characters, not shown)',
        '  43  Card acceptor name and location     Black Harbor Trading    Dover        GB ',
        '  45  Track 1 data                        (37 characters, not shown)',
        '  52  Personal identification number data  (8 bytes, not shown)',
        '  55  Integrated circuit card data        (26 characters, not shown)',
        ' 102  Account identification 1            ACC 476173******0010',
      ]
        .map((line) => line.replace(/^(.{6}\S.*?) {2,}/, (_, start: string) => `${start.padEnd(43)}`))
        .join('\n'),
    );
  });

  it.each(BUILT_IN_NAMES)('never shows track data, PIN, chip data, or private data with %s', (name) => {
    const hidden = [35, 36, 45, 47, 48, 52, 53, 55, 60, 61, 62, 63, 112, 120, 127];
    for (const field of hidden) {
      const [described] = describeFields(new Message('0100', { [field]: '4761' }), SPECIFICATIONS[name]);
      expect(described?.text).toMatch(/^\((4 characters|2 bytes), not shown\)$/);
    }
  });

  it('shows private data that a specification shows, with card numbers masked', () => {
    const specification = loadSpecification({
      name: 'shown',
      extends: 'iso1987-ascii',
      fields: {
        62: { name: 'Token', format: 'an', length: 16, display: 'text' },
        63: { name: 'Network data', format: 'ans', length: 99, prefix: 'LLL', display: 'text' },
      },
    });
    expect(describeFields(new Message('0100', { 62: PAN }), specification)).toEqual([
      { field: 62, name: 'Token', text: '476173******0010' },
    ]);
    const message = new Message('0100', { 63: `BNET ${PAN}, 4761-7390-0101-0010, 4761739001011` });
    expect(describeFields(message, specification)).toEqual([
      { field: 63, name: 'Network data', text: 'BNET 476173******0010, 476173******0010, 4761739001011' },
    ]);
  });

  it('does not let a specification show what PCI DSS forbids', () => {
    const shown = { name: 'shown', format: 'ans', length: 99, prefix: 'LLL', display: 'text' };
    const specification = loadSpecification({
      name: 'careless',
      extends: 'iso1987-ascii',
      fields: {
        ...Object.fromEntries([2, 34, 35, 36, 45, 52, 55].map((field) => [field, shown])),
        60: { ...shown, format: 'z' },
      },
    });
    for (const field of [2, 34]) {
      expect(describeFields(new Message('0100', { [field]: PAN }), specification)[0]?.text).toBe('476173******0010');
    }
    for (const field of [35, 36, 45, 52, 55, 60]) {
      const [described] = describeFields(new Message('0100', { [field]: TRACK_2 }), specification);
      expect(described?.text).toBe('(28 characters, not shown)');
    }
  });

  it('hides a field that the specification does not have', () => {
    const message = new Message('0100', { 65: PAN });
    expect(describeFields(message, SPECIFICATIONS['iso1987-ascii'])).toEqual([
      { field: 65, name: 'Unknown field', text: '(16 characters, not shown)' },
    ]);
  });
});

describe('a masked card number', () => {
  it.each([
    ['4761739001010010', '476173******0010'],
    ['4761739001010010123', '476173*********0123'],
    ['4761739001010', '476173***1010'],
    // six and four digits would be nearly the whole number
    ['476173900101', '************'],
    ['', ''],
  ])('of %j is %j', (pan, masked) => {
    expect(maskPan(pan)).toBe(masked);
  });

  it.each([
    ['4761739001010010', '476173******0010'],
    ['x4761739001010010y', 'x476173******0010y'],
    ['4761 7390 0101 0010', '476173******0010'],
    ['0004761739001010010', '000476*********0010'],
    ['99994761739001010010123', '999947*************0123'],
    ['4761739001011', '4761739001011'],
    ['000000002500', '000000002500'],
  ])('in the text %j is %j', (text, masked) => {
    expect(maskCardNumbers(text)).toBe(masked);
  });
});
