import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileFolder } from '../../testing/file-resources.ts';
import { readConfiguration } from './configuration.ts';

const PRODUCT = { product_code: 'P', name: 'Product', card_type: 'DEBIT', bin: '400000' };
const BANK = {
  bank_id: 'ACME',
  bank_code: '042',
  name: 'Acme Bank',
  country: 'AE',
  currency: 'AED',
  time_zone: 'Asia/Dubai',
  products: [PRODUCT],
};

describe('card control in the configuration file', () => {
  const folder = fileFolder();

  async function read(bank: object) {
    const path = join(folder, 'banks.json');
    await writeFile(path, JSON.stringify({ banks: [{ ...BANK, ...bank }], oauth_clients: [] }));
    return await readConfiguration(path).then(
      () => 'accepted',
      (error: Error) => error.message.replace(`${path}: `, ''),
    );
  }
  const group = (more: object = {}) => ({
    id: 'G',
    name: 'Group',
    effect: 'ALLOW',
    merchant_categories: ['5411'],
    ...more,
  });

  it.each([
    ['a feed of prefixes and types', { folder: '/srv/feed', events: ['card.*', 'rule.live'] }, 'accepted'],
    [
      'a relative folder',
      { folder: 'feed', events: ['card.*'] },
      'banks[0].event_feed.folder must be an absolute path',
    ],
    ['no events', { folder: '/srv/feed', events: [] }, 'banks[0].event_feed.events'],
    ['a token notification', { folder: '/srv/feed', events: ['AC'] }, 'banks[0].event_feed.events[0]'],
    ['an event twice', { folder: '/f', events: ['card.*', 'card.*'] }, 'banks[0].event_feed.events[1] appears twice'],
    [
      'an interval of 0',
      { folder: '/srv/feed', events: ['card.*'], interval_seconds: 0 },
      'banks[0].event_feed.interval_seconds must be 1 to 600',
    ],
  ])('an event feed: %s', async (_what, feed, message) => {
    expect(await read({ event_feed: feed })).toContain(message);
  });

  it.each(['/srv/feed', '/srv/feed/other', '/srv'])('refuses two feeds in one folder: %s', async (other) => {
    const path = join(folder, 'two.json');
    const banks = ['/srv/feed', other].map((of, at) => ({
      ...{ ...BANK, bank_id: `B${at}`, bank_code: `04${at}` },
      event_feed: { folder: of, events: ['card.*'] },
    }));
    await writeFile(path, JSON.stringify({ banks, oauth_clients: [] }));
    await expect(readConfiguration(path)).rejects.toThrow(
      "banks[1].event_feed.folder must not contain the folder of another bank's feed, or lie in it",
    );
  });

  it('is accepted as a whole', async () => {
    const message = await read({
      unreadable_country: 'by_currency',
      limit_windows: ['QUARTERLY', 'LIFETIME', 'DAILY'],
      functions: [
        { function: '3', merchant_categories: ['5813', '3000-3299'] },
        { function: '1', merchant_categories: ['7995-7995'] },
      ],
      merchant_groups: [group(), group({ id: 'H', effect: 'REFUSE' })],
      resource_strings: [{ app_name: 'APP', strings: [{ key: 'A', value: 'B' }] }],
      products: [{ ...PRODUCT, can_activate: true, permissions: [true, false, true, false, true] }],
    });
    expect(message).toBe('accepted');
  });

  it.each([
    [
      'another meaning of an unreadable country',
      { unreadable_country: 'domestic' },
      'banks[0].unreadable_country must be foreign or by_currency',
    ],
    ['two windows', { limit_windows: ['DAILY', 'DAILY'] }, 'banks[0].limit_windows must contain at least 3'],
    [
      'four windows',
      { limit_windows: ['DAILY', 'DAILY', 'DAILY', 'DAILY'] },
      'banks[0].limit_windows must contain at most 3',
    ],
    [
      'four permissions',
      { products: [{ ...PRODUCT, permissions: [true, true, true, true] }] },
      'banks[0].products[0].permissions must contain at least 5',
    ],
    [
      'six permissions',
      { products: [{ ...PRODUCT, permissions: [true, true, true, true, true, true] }] },
      'banks[0].products[0].permissions must contain at most 5',
    ],
    [
      'a range that runs backwards',
      { functions: [{ function: '1', merchant_categories: ['5411', '3299-3000'] }] },
      'banks[0].functions[0].merchant_categories[1] must be a merchant category of 4 digits, or a range such as 3000-3299',
    ],
    [
      'a range that runs backwards in a group',
      { merchant_groups: [group({ merchant_categories: ['9999-0001'] })] },
      'banks[0].merchant_groups[0].merchant_categories[0] must be a merchant category of 4 digits, or a range such as 3000-3299',
    ],
    [
      'a function twice',
      {
        functions: ['1', '2', '1'].map((name) => ({ function: name, merchant_categories: ['5411'] })),
      },
      'banks[0].functions[2].function appears twice',
    ],
    ['a group twice', { merchant_groups: [group(), group()] }, 'banks[0].merchant_groups[1].id appears twice'],
    [
      'an application twice',
      { resource_strings: ['A', 'A'].map((name) => ({ app_name: name, strings: [] })) },
      'banks[0].resource_strings[1].app_name appears twice',
    ],
  ])('%s is reported with its path', async (_what, bank, expected) => {
    expect(await read(bank)).toBe(expected);
  });

  const inProduct = (more: object) => read({ products: [{ ...PRODUCT, ...more }] });

  it.each([0, 1, 12, 20, 99, '12'])('a card number of %s digits is reported in a sentence', async (length) => {
    expect(await inProduct({ card_number_length: length })).toBe(
      'banks[0].products[0].card_number_length must be 13 to 19',
    );
  });

  it.each([13, 14, 15, 16, 17, 18, 19, '13'])('a card number of %s digits is accepted', async (length) => {
    expect(await inProduct({ card_number_length: length })).toBe('accepted');
  });

  it.each([
    [{ validity_months: 0 }, 'validity_months must be 1 to 240'],
    [{ validity_months: 241 }, 'validity_months must be 1 to 240'],
    [{ renewal_months_before: 25, validity_months: 60 }, 'renewal_months_before must be at most 24'],
  ])('a value that a table of the database would refuse is reported in a sentence: %j', async (product, expected) => {
    expect(await inProduct(product)).toBe(`banks[0].products[0].${expected}`);
  });

  it('reports everything at once', async () => {
    expect(await read({ limit_windows: [], functions: [{ function: '4', merchant_categories: [] }] })).toBe(
      [
        'banks[0].limit_windows must contain at least 3',
        'banks[0].functions[0].function must be 1 or 2 or 3',
        'banks[0].functions[0].merchant_categories must contain at least 1',
      ].join('; '),
    );
  });
});
