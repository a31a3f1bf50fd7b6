import { describe, expect, it } from 'vitest';
import { channelOf, countryOfLocation, type Entry, isCardPresent } from './channel.ts';

/** 00 to 99. */
const TWO_DIGITS = Array.from({ length: 100 }, (_, at) => String(at).padStart(2, '0'));

/** Entries of all modes, ten to a line; `?` is UNKNOWN. */
const BY_MODE = `
  ?         KEYED       SWIPE ? ? CHIP ? CONTACTLESS ? ?
  RECURRING ?           ?     ? ? ?    ? ?           ? ?
  ?         ?           ?     ? ? ?    ? ?           ? ?
  ?         ?           ?     ? ? ?    ? ?           ? ?
  ?         ?           ?     ? ? ?    ? ?           ? ?
  ?         ?           ?     ? ? ?    ? ?           ? ?
  ?         ?           ?     ? ? ?    ? ?           ? ?
  ?         ?           ?     ? ? ?    ? ?           ? ?
  FALLBACK  ECOM        ?     ? ? ?    ? ?           ? ?
  SWIPE     CONTACTLESS ?     ? ? CHIP ? ?           ? ?
`
  .trim()
  .split(/\s+/)
  .map((word) => (word === '?' ? 'UNKNOWN' : word) as Entry);

/** Conditions that take precedence over every mode except 81. */
const BY_CONDITION: Record<string, Entry> = { '04': 'RECURRING', '08': 'MOTO', '59': 'ECOM' };

describe('the entry', () => {
  it('follows from the mode if the condition determines nothing, for each of the 100 modes', () => {
    expect(BY_MODE).toHaveLength(100);
    TWO_DIGITS.forEach((mode, at) => {
      expect(channelOf(`${mode}0`, '00', '5411').entry, mode).toBe(BY_MODE[at]);
    });
  });

  it('is decided by mode 81 first, then by conditions 59, 08 and 04, then by the mode: all 10,000 pairs', () => {
    const wrong = TWO_DIGITS.flatMap((mode, at) =>
      TWO_DIGITS.flatMap((condition) => {
        const expectedChannel = mode === '81' ? 'ECOM' : (BY_CONDITION[condition] ?? BY_MODE[at]);
        const { entry } = channelOf(`${mode}1`, condition, '5411');
        return entry === expectedChannel ? [] : [`${mode} ${condition}: ${entry}, not ${expectedChannel}`];
      }),
    );
    expect(wrong).toEqual([]);
  });

  it('does not depend on the PIN entry capability', () => {
    for (const pin of '0123456789') {
      expect(channelOf(`05${pin}`, '00', '5411').entry).toBe('CHIP');
      expect(channelOf(`81${pin}`, '00', '5411').entry).toBe('ECOM');
    }
  });

  it('is UNKNOWN for a mode that is not two digits', () => {
    for (const mode of ['', '8', 'constructor', '__proto__', ' 81', '٨١0']) {
      expect(channelOf(mode, '00', '5411').entry, mode).toBe('UNKNOWN');
    }
  });
});

describe('the card', () => {
  it.each([
    ['ECOM', false],
    ['MOTO', false],
    ['RECURRING', false],
    ['KEYED', false],
    ['UNKNOWN', false],
    ['CHIP', true],
    ['SWIPE', true],
    ['CONTACTLESS', true],
    ['FALLBACK', true],
  ] as const)('of %s was present: %s', (entry, present) => {
    for (const isCash of [true, false]) expect(isCardPresent({ entry, isCash })).toBe(present);
  });
});

describe('cash', () => {
  it('is merchant categories 6010 and 6011, and none of the other 9,998', () => {
    const cash = Array.from({ length: 10_000 }, (_, at) => String(at).padStart(4, '0')).filter(
      (category) => channelOf('051', '00', category).isCash,
    );
    expect(cash).toEqual(['6010', '6011']);
  });

  it('is independent of the entry', () => {
    TWO_DIGITS.forEach((mode, at) => {
      expect(channelOf(`${mode}0`, '00', '6011')).toEqual({ entry: BY_MODE[at], isCash: true });
    });
  });
});

describe('the country of a name and location', () => {
  it.each([
    ['a country in positions 39 and 40', 'TEST SHOP              DUBAI          AE', 'AE'],
    ['another', 'BUCHHANDLUNG           BERLIN         DE', 'DE'],
    ['nothing but the country', '                                      US', 'US'],
    ['Arabic text before it', 'متجر الاختبار          دبي            AE', 'AE'],
    ['an emoji before it, which counts as one character', '☕🍰 CAFE                PARIS          FR', 'FR'],
    ['two emojis before it', '🍰🍰 CAFE               PARIS           FR', 'FR'],
    ['39 characters, which end in a blank and the country', 'TEST SHOP              DUBAI         AE', 'AE'],
    ['few characters that end so', 'CAFE FR', 'FR'],
    ['few characters that end in a longer word', 'CAFE FRANCE', undefined],
    ['few characters that end in a blank', 'CAFE FR ', undefined],
    ['only two letters', 'FR', undefined],
    ['38 characters, without a country', 'TEST SHOP              DUBAI          ', undefined],
    ['39 characters in 40 units of UTF-16', '🍰 CAFE PARIS                         FR', 'FR'],
    ['no character', '', undefined],
    ['lower case', 'TEST SHOP              DUBAI          ae', 'AE'],
    ['mixed case', 'TEST SHOP              DUBAI          Ae', 'AE'],
    ['UK, which stands for GB', 'TEST SHOP              LEEDS          UK', 'GB'],
    ['uk', 'TEST SHOP              LEEDS          uk', 'GB'],
    ['a code that no country has, which is not at home', 'TEST SHOP              DUBAI          ZZ', 'ZZ'],
    ['the name of a property that every object has', '                         constructor  __', undefined],
    ['blanks', 'TEST SHOP              DUBAI            ', undefined],
    ['one letter', 'TEST SHOP              DUBAI           A', undefined],
    ['digits', 'TEST SHOP              DUBAI          78', undefined],
    ['a letter and a digit', 'TEST SHOP              DUBAI          A1', undefined],
    ['Cyrillic letters that look like AE', 'TEST SHOP              DUBAI          АЕ', 'АЕ'],
    ['wide letters', 'TEST SHOP              DUBAI          ＡＥ', 'ＡＥ'],
  ])('with %s', (_what, location, country) => {
    expect(countryOfLocation(location)).toBe(country);
  });
});
