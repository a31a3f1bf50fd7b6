import { format, inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { readCardNumber } from './card-number.ts';
import { Pan } from './pan.ts';

const NUMBER = '4000001234567899';
const MASKED = '400000XXXXXX7899';

/** By ISO/IEC 7812-1, from the right: every second digit is doubled, and the sum of all digits ends with 0. */
function endsWithCheckDigit(number: string): boolean {
  let sum = 0;
  for (let at = 0; at < number.length; at++) {
    const digit = Number(number[number.length - 1 - at]);
    const weighted = at % 2 === 1 ? digit * 2 : digit;
    sum += Math.floor(weighted / 10) + (weighted % 10);
  }
  return sum % 10 === 0;
}

describe('Pan', () => {
  const pan = Pan.parse(NUMBER)!;

  it.each([
    ['String', String(pan), MASKED],
    ['a template', `card ${pan}`, `card ${MASKED}`],
    ['concatenation', 'card '.concat(pan as unknown as string), `card ${MASKED}`],
    ['JSON', JSON.stringify({ pan, list: [pan] }), `{"pan":"${MASKED}","list":["${MASKED}"]}`],
    ['util.inspect', inspect(pan), `Pan(${MASKED})`],
    [
      'util.inspect of an object that holds it',
      inspect({ deep: { pan } }, { showHidden: true, depth: 9 }),
      `{ deep: { pan: Pan(${MASKED}) } }`,
    ],
    ['util.format', format('%s %j', pan, pan), `${MASKED} "${MASKED}"`],
    ['an error message', new Error(`cannot store ${pan}`).message, `cannot store ${MASKED}`],
  ])('prints masked in %s', (_where, printed, expected) => {
    expect(printed).toBe(expected);
  });

  it('does not show its digits in any kind of inspection', () => {
    const expressions = [
      inspect(new Error('x', { cause: pan }), { showHidden: true }),
      inspect(new Map([[pan, pan]]), { showHidden: true }),
      JSON.stringify(Object.entries(pan)),
      JSON.stringify(Object.getOwnPropertyDescriptors(pan)),
      JSON.stringify({ ...pan }),
    ].join('\n');
    expect(expressions).not.toContain('0123456');
  });

  it('reveals the digits only on request', () => {
    expect(pan.reveal()).toBe(NUMBER);
    expect([pan.first6, pan.last4, pan.length, pan.masked('*')]).toEqual(['400000', '7899', 16, '400000******7899']);
  });

  it('accepts 13 to 19 ASCII digits and nothing else', () => {
    for (const number of ['4000001234567', NUMBER, '4000001234567890123'])
      expect(Pan.parse(number)?.reveal()).toBe(number);
    const none = [
      '',
      '400000123456',
      '40000012345678901234',
      '400000XXXXXX7899',
      ' 4000001234567899',
      `${NUMBER}\n`,
      '٤٠٠٠٠٠١٢٣٤٥٦٧٨٩٩',
    ];
    for (const text of none) expect(Pan.parse(text), text).toBeUndefined();
  });
});

describe('a generated number', () => {
  it('has the requested length, begins with the BIN and ends with its Luhn check digit', () => {
    let drawn = 0;
    const digits = (count: number) =>
      String(++drawn * 7_919)
        .padStart(count, '0')
        .slice(-count);
    for (let length = 16; length <= 19; length++) {
      for (let times = 0; times < 100; times++) {
        const made = Pan.generate('42100001', length, digits).reveal();
        expect(made).toHaveLength(length);
        expect(made.startsWith('42100001')).toBe(true);
        expect(endsWithCheckDigit(made), made).toBe(true);
      }
    }
  });

  it('differs from a mistyped one: exactly one of the ten possible last digits is valid', () => {
    const right = [...'0123456789'].filter((digit) => Pan.parse(`400000123456789${digit}`)!.isLuhnValid);
    expect(right).toEqual(['9']);
    expect(endsWithCheckDigit('4000001234567899')).toBe(true);
  });
});

describe('readCardNumber', () => {
  it('reads a full number, and the visible digits of one masked with X, x or *', () => {
    expect(readCardNumber(NUMBER)).toEqual({ full: Pan.parse(NUMBER) });
    for (const text of ['400000XXXXXX7899', '400000xxxxxx7899', '400000******7899', '400000Xx*Xx*7899']) {
      expect(readCardNumber(text)).toEqual({ masked: { first6: '400000', last4: '7899', length: 16 } });
    }
    expect(readCardNumber('400000XXXXXXXXX0123')).toEqual({ masked: { first6: '400000', last4: '0123', length: 19 } });
  });

  it.each([
    '',
    '400000XX7899',
    '40000XXXXXXX7899',
    '400000XXXXXXX899',
    '400000XXXXXXXXXX7899',
    '400000------7899',
    '4000 0012 3456 7899',
    'XXXXXXXXXXXX7899',
    '9000000000000000001234',
  ])('does not read %j as a card number', (text) => {
    expect(readCardNumber(text)).toBeUndefined();
  });
});
