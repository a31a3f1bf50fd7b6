import luhn from 'fast-luhn';

/** Appends the check digit. */
export function luhnOf(body: string): string {
  const number = Array.from({ length: 10 }, (_, check) => `${body}${check}`).find((one) => luhn(one));
  if (number === undefined) throw new Error(`no check digit fits ${body}`);
  return number;
}

/** Returns the forms in which people and programs write a number of sixteen digits, other than plain digits. */
export function writtenForms(number: string): readonly (readonly [form: string, written: string])[] {
  const groups = number.match(/.{4}/g) ?? [];
  const joined = (between: string) => groups.join(between);
  const shifted = (zero: number) => number.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
  return [
    ['blanks', joined(' ')],
    ['double blanks', joined('  ')],
    ['tabs', joined('\t')],
    ['slashes', joined('/')],
    ['commas', joined(',')],
    ['commas and blanks', joined(', ')],
    ['dashes between blanks', joined(' - ')],
    ['long dashes', joined('\u2013')],
    ['no-break blanks', joined('\u00a0')],
    ['narrow no-break blanks', joined('\u202f')],
    ['blanks without a width', joined('\u200b')],
    ['full-width blanks', joined('\u3000')],
    ['bars', joined('|')],
    ['six and ten digits', `${number.slice(0, 6)} ${number.slice(6)}`],
    ['six and ten digits with a slash', `${number.slice(0, 6)}/${number.slice(6)}`],
    ['digit by digit', [...number].join(' ')],
    ['digit by digit with commas', [...number].join(',')],
    ['digit by digit with dashes', [...number].join('-')],
    ['Arabic digits', shifted(0x660)],
    ['Persian digits', shifted(0x6f0)],
    ['Devanagari digits', shifted(0x966)],
    ['full-width digits', shifted(0xff10)],
    ['bold digits of mathematics', shifted(0x1d7ce)],
    ['Arabic digits in groups', shifted(0x660).replace(/(.{4})(?=.)/g, '$1\u00a0')],
    [
      'digits in circles',
      number.replace(/\d/g, (digit) =>
        '\u24ea\u2460\u2461\u2462\u2463\u2464\u2465\u2466\u2467\u2468'.charAt(Number(digit)),
      ),
    ],
    ['digits of keys', number.replace(/\d/g, '$&\ufe0f\u20e3')],
    ['bold digits of mathematics in groups', shifted(0x1d7ce).replace(/(.{4})(?=.)/gu, '$1/')],
    ['full-width digits one by one', [...shifted(0xff10)].join('\u3000')],
  ];
}

/**
 * Returns further forms, in which only numbers with our banks' BINs are recognized. Other numbers in them are amounts,
 * phone numbers and references.
 */
export function unusualForms(number: string): readonly (readonly [form: string, written: string])[] {
  const grouped = (lengths: readonly number[], between: string) => {
    let from = 0;
    const groups = lengths.map((length) => {
      from += length;
      return number.slice(from - length, from);
    });
    return groups.filter((group) => group !== '').join(between);
  };
  const fours = [4, 4, 4, 4];
  return [
    ['6-4-6', grouped([6, 4, 6], ' ')],
    ['6-4-6 with dashes', grouped([6, 4, 6], '-')],
    ['8-8', grouped([8, 8], ' ')],
    ['4-12', grouped([4, 12], ' ')],
    ['7-9', grouped([7, 9], '/')],
    ['3-3-3-3-3-1', grouped([3, 3, 3, 3, 3, 1], ' ')],
    ['pairs', grouped([2, 2, 2, 2, 2, 2, 2, 2], '.')],
    ['groups of falling length', grouped([5, 4, 3, 2, 1, 1], '_')],
    ['brackets', `(${grouped(fours, ')(')})`],
    ['brackets between blanks and dashes', `(${grouped(fours, ') - (')})`],
    ['square brackets', `[${grouped([6, 10], '][')}]`],
    ['an x', grouped(fours, 'x')],
    ['a capital X', grouped([6, 4, 6], 'X')],
    ['an x between blanks', grouped(fours, ' x ')],
    ['a multiplication sign', grouped(fours, '\u00d7')],
    ['a Cyrillic letter that looks like an x', grouped(fours, '\u0445')],
    ['asterisks', grouped([6, 6, 4], '*')],
    ['bullets', grouped(fours, ' \u2022 ')],
    ['tildes', grouped([4, 6, 6], '~')],
    [
      'several separators in one number',
      `${number.slice(0, 5)} ${number.slice(5, 9)}-${number.slice(9, 14)}/${number.slice(14)}`,
    ],
    ['escapes of brackets', grouped(fours, '%29%28')],
  ];
}
