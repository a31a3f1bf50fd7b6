import { describe, expect, it } from 'vitest';
import { writtenForms } from '../requests/written-forms.ts';
import { findCardNumbers, numberSearch, runsInBytes } from './pan-search.ts';

const NUMBER = '4000001234567899';
const LONG = '4210000112345678903';
const numbers = new Set([NUMBER, LONG]);
const formsIn = (text: string) => [...new Set(findCardNumbers(text, numbers).map(({ form }) => form))];

describe('the search for card numbers', () => {
  const [a, b, c, d] = NUMBER.match(/.{4}/g)!;
  it.each([
    ['digits', `{"a":"${NUMBER}"}`],
    ['digits', `1${NUMBER}2`],
    ['digits', `x${LONG}y`],
    ['digits in groups', `x ${a} ${b} ${c} ${d} y`],
    ['digits in groups', `${a}-${b}-${c}-${d}`],
    ['digits in groups', `${a}.${b}.${c}.${d}`],
    ['digits in groups', `/a/${a}%20${b}%20${c}%20${d}`],
    ['digits in groups', '421000 0112345678 903'],
    ['base64', Buffer.from(`${NUMBER}zz`).toString('base64')],
    ['base64', Buffer.from(`a${NUMBER}zz`).toString('base64')],
    ['base64', Buffer.from(`ab${NUMBER}zz`).toString('base64')],
    ['base64', Buffer.from(`abc${NUMBER}zz`).toString('base64url')],
    ['base64', `"prefix${Buffer.from(`{"n":"${LONG}"}`).toString('base64url')}"`],
    ['base64', Buffer.from(`${a} ${b} ${c} ${d}`).toString('base64')],
    ['hex', Buffer.from(NUMBER).toString('hex')],
    ['hex', `\\x00f3${Buffer.from(NUMBER).toString('hex').toUpperCase()}`],
    ['hex', `3${Buffer.from(NUMBER).toString('hex')}`],
    ['hex', Buffer.from(NUMBER).toString('hex').match(/../g)!.join(':')],
    ['bytes', JSON.stringify(Buffer.from(NUMBER))],
    ['escaped', [...NUMBER].map((digit) => `%3${digit}`).join('')],
    ['escaped', [...NUMBER].map((digit) => `\\u003${digit}`).join('')],
    ['escaped', `4%30${NUMBER.slice(2)}`],
  ])('finds %s in %s', (form, text) => {
    expect(formsIn(text)).toContain(form);
  });

  it.each(writtenForms(NUMBER))('finds a number in %s', (_form, written) => {
    for (const text of [`x ${written} y`, JSON.stringify({ note: written }), `(7,"${written}",2026-11-20)`]) {
      expect([text, findCardNumbers(text, numbers).map(({ number }) => number)]).toEqual([text, [NUMBER]]);
    }
    const inBytes = [...runsInBytes(Buffer.from(`a ${written} b`))].flatMap(({ digits }) =>
      numberSearch(numbers)(digits),
    );
    expect(inBytes).toContain(NUMBER);
  });

  it('finds packed digits in bytes, from either half of a byte', () => {
    const found = (hex: string) =>
      [...runsInBytes(Buffer.from(hex, 'hex'))]
        .filter(({ form }) => form === 'packed')
        .flatMap(({ digits }) => numberSearch(numbers)(digits));
    expect(found(`00${NUMBER}ff`)).toEqual([NUMBER]);
    expect(found(`0${LONG}ffff`)).toEqual([LONG]);
    expect(found(`00${'4'.repeat(16)}ff`)).toEqual([]);
  });

  it('finds nothing in texts that only look similar', () => {
    for (const text of [
      '400000XXXXXX7899',
      NUMBER.slice(0, 15),
      `${NUMBER.slice(0, 8)} and then ${NUMBER.slice(8)}`,
      '4000001234567898',
      Buffer.from('400000XXXXXX7899').toString('base64'),
    ]) {
      expect([text, formsIn(text)]).toEqual([text, []]);
    }
  });
});
