import { beforeAll, describe, expect, it } from 'vitest';
import { luhnOf } from '../../../testing/requests/written-forms.ts';
import { arabic, samples } from '../../../testing/sample-texts.ts';
import { addOwnBins } from '../own-bins.ts';
import { maskCardNumbers, maskValidCardNumbers } from './masked-text.ts';

const HERE = () => ({ prefixes: ['400000', '41000012'] });

beforeAll(() => addOwnBins(HERE().prefixes));

const wholeOf = (at: number, from: number, to: number) => String(from + (at % (to - from + 1))).padStart(2, '0');

/** Real dates of many years, months, days and times. */
function dates(render: (year: string, month: string, day: string, time: string) => string): string[] {
  return Array.from({ length: 200 }, (_, at) => {
    const time = `${wholeOf(at * 5, 0, 23)}:${wholeOf(at * 7, 0, 59)}:${wholeOf(at * 11, 0, 59)}`;
    return render(wholeOf(at, 1990, 2050), wholeOf(at * 13, 1, 12), wholeOf(at * 17, 1, 28), time);
  });
}

describe('a text that holds no card number', () => {
  it.each([
    ['dates and times', dates((year, month, day, time) => `${day}/${month}/${year} ${time}`)],
    ['dates and times of ISO', dates((year, month, day, time) => `${year}-${month}-${day}T${time}.123456Z`)],
    ['short dates and times', dates((year, month, day, time) => `${day}/${month}/${year.slice(2)}\t${time}`)],
    ['ranges of dates', dates((year, month, day) => `${year}${month}${day} - ${year}${month}${day}`)],
    ['dates with a time in Arabic', dates((year, month, day) => arabic(`${day}/${month}/${year}  12:00:00`))],
    ['amounts', samples('#,###,###,###.##')],
    ['many amounts', samples('####.##, ###.##, 4###.##, 5#.##, #.##')],
    ['amounts in trillions', samples('4##,###,###,###,###.##')],
    ['international phone numbers', samples('+971 50 ### ####, +1 (415) ###-####')],
    ['phone numbers of eight digits', samples('4### #### / 5### ####')],
    [
      'IBANs',
      samples('GB29 NWBK 4### #### #### ##', 2_000)
        .map((text) => text.replace(/ /g, '\u00a0'))
        .filter(isIban),
    ],
    ['sizes', samples('4### x 5### x 4### x 5### mm')],
    ['phone numbers with extensions', samples('+49 4### ######## x####')],
    ['references in groups', samples('6##-####-######-##')],
    ['numbers in brackets', samples('(4##) (5##) (#####) (###)')],
    ['columns of numbers', samples('4###     5###     4###     5###')],
    ['masked numbers with digits behind them', samples('41000012XXX1234 x 0###')],
    ['UUIDs', samples('########-####-4###-8###-############')],
    ['UUIDs whose first group has letters', samples('abcd####-####-4###-8###-############')],
    ['IP addresses', samples('4#.1##.2##.1## 5#.##.1##.2##')],
    ['JSON with numbers', samples('{"a":4###,"b":5###,"c":####,"d":####}')],
  ])('is unchanged, however many there are: %s', (_kind, texts) => {
    expect(texts.length).toBeGreaterThan(10);
    const changed = (mask: (text: string) => string) => texts.filter((text) => mask(text) !== text);
    expect(changed(maskCardNumbers)).toEqual([]);
    expect(changed((text) => maskValidCardNumbers(text))).toEqual([]);
    expect(changed((text) => maskValidCardNumbers(text, 'X', HERE))).toEqual([]);
  });

  it('is unchanged if its digits could be a number but the check digit is wrong', () => {
    for (const text of ['4000\u00a00012\u00a03456\u00a07898', '400000 1234567898', '4,0,0,0,0,0,1,2,3,4,5,6,7,8,9,8']) {
      expect([maskCardNumbers(text), maskValidCardNumbers(text, 'X', HERE)]).toEqual([text, text]);
    }
  });

  it('is unchanged if its digits are a number under no BIN of this server', () => {
    const text = '6011  0009/9013,9424';
    expect(maskValidCardNumbers(text, 'X', HERE)).toBe(text);
  });
});

describe('two adjacent numbers', () => {
  it('are masked separately, in each form', () => {
    expect(maskValidCardNumbers('4000/0012/3456/7899, 400000 1000000018', 'X', HERE)).toBe(
      '400000XXXXXX7899, 400000XXXXXX0018',
    );
  });

  it.each([
    '4000 0012 3456 78994000 0012 3456 7899',
    '4000-0012-3456-78994000-0012-3456-7899',
    'card 4000 0012 3456 78991230',
    'no 0074000 0012 3456 7899',
    '0003782 822463 10005123',
  ])('or other digits without a blank are masked as one: %s', (text) => {
    expect(maskCardNumbers(text)).not.toMatch(/(?:\d\D?){11}/);
    expect(maskValidCardNumbers(text)).not.toMatch(/(?:\d\D?){11}/);
  });

  it('that share digits are masked as one, so that neither can be read', () => {
    const shared = `4 0 0 0 0 0 ${[...luhnOf('400000123456789')].join(' ')}`;
    expect(maskCardNumbers(shared)).not.toMatch(/\d(?:\D?\d){10}/);
  });
});

describe('an IBAN', () => {
  it.each([
    'AE07 0331 2345 6789 0123 456',
    'GB29 NWBK 6016 1331 9268 19',
    'AT02 4000 0012 3456 7899',
    'NO9386011117947',
  ])('is unchanged in a stored text: %s', (iban) => {
    const text = `to ${iban}, of 20/11/2026`;
    expect(maskValidCardNumbers(text)).toBe(text);
  });

  it('does not protect a card number after it, and a text that only looks like an IBAN protects none', () => {
    const hidden = (text: string) => maskValidCardNumbers(text).includes('400000XXXXXX7899');
    expect(hidden('NO93 8601 1117 947\u00a04000/0012/3456/7899')).toBe(true);
    expect(hidden('NO93 8601 1117 947, 4000 0012 3456 7899')).toBe(true);
    expect(hidden('ID12 4000\u00a00012\u00a03456\u00a07899')).toBe(true);
    expect(hidden('AT62 4000\u00a00012\u00a03456\u00a07899')).toBe(true);
  });
});

describe('a text with too few digits', () => {
  it('is returned unchanged without a scan for known numbers', () => {
    let callCount = 0;
    const mask = (text: string) => {
      const here = () => {
        callCount += 1;
        return HERE();
      };
      return maskValidCardNumbers(text, 'X', here);
    };
    const text = 'DEMO SHOP 12            DUBAI          AE 123456';
    expect([mask(text), callCount]).toEqual([text, 0]);
    const longer = 'DEMO SHOP 12 3456789 0  DUBAI          AE 123456';
    expect([mask(longer), callCount]).toEqual([longer, 1]);
  });
});

/** A real IBAN has the remainder 1 modulo 97 (ISO 13616). */
function isIban(text: string): boolean {
  const compact = text.replace(/[^A-Z\d]/g, '');
  const numeric = [...compact.slice(4), ...compact.slice(0, 4)].map((one) => Number.parseInt(one, 36)).join('');
  return BigInt(numeric) % 97n === 1n;
}
