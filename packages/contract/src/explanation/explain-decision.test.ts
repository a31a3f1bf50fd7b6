import { describe, expect, it } from 'vitest';
import { explainDecision } from './explain-decision.ts';
import type { ExplainableDecision, LanguageCode } from './explainable-decision.ts';
import { figuresOf } from './figures.ts';

const DECISION: ExplainableDecision = {
  is_preview: false,
  action_code: '51',
  rule: 'INSUFFICIENT_FUNDS',
  trace: [{ rule: 'FUNDS', saw: { funds_check: true, available_before: '-500', available_after: '-1234567' } }],
  decided_at: '2026-11-20T20:30:00.000Z',
  amount_minor: '1234067',
  currency: { code: 'AED', digits: 2 },
  card_number: '400000XXXXXX0018',
  place: null,
  bank: { time_zone: 'Asia/Dubai', country: 'AE' },
  currency_codes: { '784': 'AED' },
  window_ends: {},
  merchant_group: null,
  own_rule: null,
  history: [],
  events: [],
  reserved_minor: null,
};
const figures = (language: LanguageCode, more: Partial<ExplainableDecision> = {}) =>
  figuresOf(language, { ...DECISION, ...more });
const about = (subject: string, decision: ExplainableDecision, language: LanguageCode) =>
  explainDecision(decision, language).sentences.flatMap((each) => (each.about === subject ? [each.text] : []));

describe('figures', () => {
  it('have the decimals of the currency in every language', () => {
    const amountIn = (language: LanguageCode, code: string, digits: number) =>
      figures(language, { currency: { code, digits } }).amount(1_234_567n);
    expect(amountIn('en', 'AED', 2)).toBe('12,345.67 AED');
    expect(amountIn('en', 'KWD', 3)).toBe('1,234.567 KWD');
    expect(amountIn('en', 'JPY', 0)).toBe('1,234,567 JPY');
    expect(amountIn('ar', 'AED', 2)).toBe('12,345.67 درهم إماراتي');
    expect(amountIn('ar', 'KWD', 3)).toBe('1,234.567 دينار كويتي');
    expect(figures('en').amount(9_007_199_254_740_993n)).toBe('90,071,992,547,409.93 AED');
  });

  it('are written in the digits of the bank’s country in Arabic texts', () => {
    const saudi = figures('ar', { bank: { time_zone: 'Asia/Riyadh', country: 'SA' } });
    expect(saudi.amount(1_234_567n)).toBe('١٢٬٣٤٥٫٦٧ درهم إماراتي');
    expect(saudi.time('2026-11-20T20:30:00.000Z')).toEqual({ day: '٢٠ نوفمبر ٢٠٢٦', clock: '٢٣:٣٠' });
  });

  it('are isolated if a sign would change its place in a right-to-left text', () => {
    expect(figures('ar').amount(-500n)).toBe('\u2066-5.00\u2069 درهم إماراتي');
    expect(figures('en').amount(-500n)).toBe('-5.00 AED');
  });

  it('show times in the time zone of the bank', () => {
    expect(figures('en').time('2026-11-20T20:30:00.000Z')).toEqual({ day: '21 Nov 2026', clock: '00:30' });
  });

  it('have the six plural forms of Arabic', () => {
    const forms = { zero: '0', one: 'واحد', two: 'اثنان', few: '# قليل', many: '# كثير', other: '# غير ذلك' };
    const words = [0, 1, 2, 3, 10, 11, 99, 100, 102, 103].map((count) => figures('ar').plural(count, forms));
    expect(words).toEqual([
      ...['0', 'واحد', 'اثنان', '3 قليل', '10 قليل', '11 كثير', '99 كثير', '100 غير ذلك', '102 غير ذلك', '103 قليل'],
    ]);
  });
});

describe('names from callers', () => {
  it('keep their own direction, and cannot change that of the surrounding text', () => {
    const place = 'SHOP \u202egnirts\u2066 ONE              DUBAI AE';
    expect(about('outcome', { ...DECISION, place }, 'ar')[0]).toContain(' لدى \u2068SHOP gnirts ONE DUBAI\u2069 (');
    expect(about('outcome', { ...DECISION, place: 'سوق دبي                               AE' }, 'en')[0]).toContain(
      ' at \u2068سوق دبي\u2069 (United Arab Emirates) ',
    );
  });
});

describe('the conditions for an approval', () => {
  it('contain no amount if no amount would be approved', () => {
    expect(about('otherwise', DECISION, 'en')).toEqual([
      'It would have been approved with 12,345.67 AED more available.',
    ]);
  });

  it('do not promise a later day if the amount alone is over the limit', () => {
    const saw = { limit: '1000', counter_before: '400', counter_after: '1900' };
    const decision = { ...DECISION, action_code: '61', rule: 'DAILY_LIMIT', trace: [{ rule: 'DAILY_LIMIT', saw }] };
    const window_ends = { DAILY_LIMIT: '2026-11-21T20:00:00.000Z' };
    expect(about('otherwise', { ...decision, window_ends }, 'en')).toEqual([
      'To be approved, it would have needed an amount of at most 6.00 AED or a limit of at least 19.00 AED.',
    ]);
  });
});

it('report the reason of a later version as unknown', () => {
  expect(explainDecision({ ...DECISION, rule: 'A_LATER_RULE', trace: [] }, 'en').sentences).toEqual([
    {
      about: 'outcome',
      text: 'The payment of 12,340.67 AED with the card ending in 0018 was declined on 21 Nov 2026 at 00:30 (Gulf Standard Time).',
    },
    { about: 'reason', text: 'The reason is one that this version does not know.' },
  ]);
});

describe('a shared limit', () => {
  const refused = (level: string, measure: string, of = 'approvals'): ExplainableDecision => ({
    ...DECISION,
    action_code: measure === 'amount' ? '61' : '65',
    rule: 'NIGHTS',
    trace: [
      { rule: 'LIMITS', saw: { refusing: 'NIGHTS', states: `NIGHTS:${level}:${measure}:${of}:10000:10000:12500:` } },
    ],
  });
  const plain = (texts: string[]) => texts.map((text) => text.replace(/[\u2066-\u2069]/g, ''));

  it.each([
    ['bank', 'All accounts of the bank share it.', 'تشترك فيه حسابات البنك كلها.'],
    ['program', 'All accounts of its product share it.', 'تشترك فيه حسابات المنتج كلها.'],
  ])('of level %s names the accounts that share it, in both languages', (level, english, arabic) => {
    expect(plain(about('saw', refused(level, 'amount'), 'en'))).toEqual([
      `The limit is 100.00 AED; 100.00 AED had been counted, and with this it would have been 125.00 AED. ${english}`,
    ]);
    expect(plain(about('saw', refused(level, 'count', 'declines'), 'en'))).toEqual([
      `It stops at 10000 declined payments; 10000 declined payments had been counted. ${english}`,
    ]);
    expect(about('saw', refused(level, 'amount'), 'ar')[0]).toMatch(new RegExp(` ${arabic}$`));
    expect(about('saw', refused(level, 'count', 'declines'), 'ar')[0]).toMatch(new RegExp(` ${arabic}$`));
  });

  it('is not reported as shared if only one account or card has it', () => {
    for (const level of ['account', 'card']) {
      expect(plain(about('saw', refused(level, 'amount'), 'en'))).toEqual([
        'The limit is 100.00 AED; 100.00 AED had been counted, and with this it would have been 125.00 AED.',
      ]);
      expect(about('saw', refused(level, 'amount'), 'ar')[0]).not.toContain('تشترك');
    }
  });
});
