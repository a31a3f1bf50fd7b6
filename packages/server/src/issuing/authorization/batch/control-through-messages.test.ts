import { describe, expect, it } from 'vitest';
import { applyConfiguration } from '../../../host/configuration/apply-configuration.ts';
import { DEMO_CONFIGURATION } from '../../../host/sandbox/index.ts';
import {
  amountFields,
  CHANNELS,
  controlsOf,
  IN_FRANCE,
  IN_GERMANY,
  NOWHERE,
  reasonOf,
  restrict,
  setControls,
  use,
} from '../../../testing/cards/card-control.ts';
import {
  addCard,
  authorize,
  ecommerceMessage,
  type IssuedCard,
  issueAccount,
  issueCard,
} from '../../../testing/cards/issued-cards.ts';
import { fileServer } from '../../../testing/test-server.ts';

const server = fileServer();

const newCard = () => issueCard(server, { available: '100000.00' });
const CHANNEL_NAMES = Object.keys(CHANNELS) as (keyof typeof CHANNELS)[];

/** The reasons for a message on each channel; an empty text for an approval. */
async function reasonsByChannel(card: IssuedCard, fields: Record<string, unknown> = {}): Promise<string[]> {
  const failures: string[] = [];
  for (const channel of CHANNEL_NAMES) {
    const { reason, saw } = await use(server, card, { ...CHANNELS[channel], ...fields });
    const entry = channel === 'CASH' ? 'CHIP' : channel;
    expect(saw.RESTRICTIONS).toMatchObject({ entry, is_cash: channel === 'CASH' });
    failures.push(reason === 'APPROVED' ? '' : reason);
  }
  return failures;
}

/** The same reason for some channels, in their order. */
const only = (reason: string, ...channels: (keyof typeof CHANNELS)[]) =>
  CHANNEL_NAMES.map((channel) => (channels.includes(channel) ? reason : ''));
const ALL = CHANNEL_NAMES;
const PURCHASES = ALL.filter((channel) => channel !== 'CASH');

it.each([
  ['051', '0', 'CHIP'],
  [12, '8', 'MOTO'],
  [810, '08', 'ECOM'],
  ['000', '00', 'UNKNOWN'],
])(
  'mode %j with condition %j is %s, sent as a text or a number, with and without leading zeros',
  async (mode, condition, entry) => {
    const { saw } = await use(server, await newCard(), { POS_Enty_Mode: mode, POS_Condition_Code: condition });
    expect(saw.RESTRICTIONS!.entry).toBe(entry);
  },
);

describe('a restriction', () => {
  it.each([
    ['MOTO', only('RESTRICTED_MOTO', 'MOTO')],
    ['PURCHASE', only('RESTRICTED_PURCHASE', ...PURCHASES)],
  ])('%s refuses its channels with 62 at home, and none after its removal', async (restriction_type, reasons) => {
    const card = await newCard();
    await restrict(server, card, { restriction_type });
    expect(await reasonsByChannel(card)).toEqual(reasons);
    await restrict(server, card, { restriction_type, isAllowed: true });
    expect(await reasonsByChannel(card)).toEqual(only(''));
  });

  it('records in the trace what it refused', async () => {
    const card = await newCard();
    await restrict(server, card, { restriction_type: 'SWIPE' });
    await restrict(server, card, { restriction_type: 'ANY', isAllowed: true });
    const { actionCode, last, saw } = await use(server, card, CHANNELS.SWIPE);
    expect([actionCode, last]).toEqual(['62', 'RESTRICTIONS REFUSE']);
    expect(saw.RESTRICTIONS).toEqual({
      entry: 'SWIPE',
      is_cash: false,
      country: 'AE',
      is_foreign: false,
      in_force: 'SWIPE- ANY+',
    });
  });

  it('applies to its card: another card of the account may still be used', async () => {
    const account = await issueAccount(server);
    const [one, other] = [await addCard(server, account), await addCard(server, account)];
    await restrict(server, one, { restriction_type: 'ECOM' });
    expect(await reasonOf(server, one)).toBe('RESTRICTED_ECOM');
    expect(await reasonOf(server, other)).toBe('APPROVED');
  });

  it.each([
    ['alpha-3', 'DEU, GBR', 'FRA,GBR'],
    ['mixed', 'GB, 276', 'FRA,826'],
  ])(
    'INTERNATIONAL_SPECIFIC_COUNTRIES takes %s codes: allows %s alone, refuses %s alone',
    async (_form, approvedReason, declineReason) => {
      const restriction_type = 'INTERNATIONAL_SPECIFIC_COUNTRIES';
      const card = await newCard();
      const reasons = async () => [
        await reasonOf(server, card, IN_GERMANY),
        await reasonOf(server, card, { ...CHANNELS.CHIP, ...IN_FRANCE }),
        await reasonOf(server, card),
      ];
      await restrict(server, card, { restriction_type, allowed_values: approvedReason });
      expect(await reasons()).toEqual(['APPROVED', 'RESTRICTED_COUNTRY', 'APPROVED']);
      await restrict(server, card, { restriction_type, isAllowed: false, allowed_values: declineReason });
      expect(await reasons()).toEqual(['APPROVED', 'RESTRICTED_COUNTRY', 'APPROVED']);
    },
  );

  const at = (last: string) => ({ Card_Acceptor_Name_Location: `TEST SHOP              SOMEWHERE      ${last}` });

  it.each([
    ['UK, which is GB', at('UK'), 'GB', '1'],
    ['letters that no country has', at('XX'), 'XX', undefined],
    ['no letters, in a short field', NOWHERE, null, undefined],
  ])('on use abroad covers %s, whatever the currency', async (_what, location, country, warnings) => {
    const card = await newCard();
    await restrict(server, card, { restriction_type: 'INTERNATIONAL' });
    await setControls(server, card, { cardPresentAllowAnyForeign: 'false' });
    const answer = await use(server, card, location);
    expect(answer.saw.RESTRICTIONS).toMatchObject({ country, is_foreign: true });
    expect(answer.reason).toBe('RESTRICTED_INTERNATIONAL');
    await restrict(server, card, { restriction_type: 'INTERNATIONAL', isAllowed: true });
    expect(await reasonOf(server, card, { ...CHANNELS.CHIP, ...location })).toBe('CP_FOREIGN_OFF');
    const { headers } = await authorize(server, ecommerceMessage(card, location));
    expect(headers['contract-warnings']).toBe(warnings);
  });

  it.each([
    ['ae', at('ae')],
    ['the country at the end of a short field', { Card_Acceptor_Name_Location: 'TEST SHOP DUBAI AE' }],
  ])('on use abroad does not cover %s, in any currency', async (_what, location) => {
    const card = await newCard();
    await restrict(server, card, { restriction_type: 'INTERNATIONAL' });
    expect(await reasonOf(server, card, { ...location, Currency_Code_Transaction: '978' })).toBe('APPROVED');
  });

  it('on use abroad uses the currency if the message names no country and the bank chose that', async () => {
    const [demo] = DEMO_CONFIGURATION.banks;
    const configure = async (more: object) => {
      const configuration = { banks: [{ ...demo!, ...more }], oauth_clients: [] };
      await applyConfiguration(server.db.database, configuration, { sandbox: true });
      await server.server.periodicJobs.runDue();
    };
    const card = await newCard();
    await restrict(server, card, { restriction_type: 'INTERNATIONAL' });
    const reasons = async () => [
      await reasonOf(server, card, NOWHERE),
      await reasonOf(server, card, { ...NOWHERE, Currency_Code_Transaction: '978' }),
      await reasonOf(server, card, at('XX')),
    ];
    expect(await reasons()).toEqual(Array(3).fill('RESTRICTED_INTERNATIONAL'));
    await configure({ unreadable_country: 'by_currency' });
    expect(await reasons()).toEqual(['APPROVED', 'RESTRICTED_INTERNATIONAL', 'RESTRICTED_INTERNATIONAL']);
    // a setting that the configuration leaves out has its default again
    await configure({});
    expect(await reasons()).toEqual(Array(3).fill('RESTRICTED_INTERNATIONAL'));
  });
});

describe('a switch', () => {
  const PRESENT = ['CHIP', 'SWIPE', 'CONTACTLESS', 'FALLBACK', 'CASH'] as const;

  it.each([
    ['cardPresentStatus', only('CP_OFF', ...PRESENT)],
    ['purchaseStatus', only('PURCHASE_OFF', ...PURCHASES)],
  ])('%s OFF refuses its channels with 57, ON refuses none', async (field, reasons) => {
    const card = await newCard();
    await setControls(server, card, { [field]: 'OFF' });
    expect(await reasonsByChannel(card)).toEqual(reasons);
    await setControls(server, card, { [field]: 'ON' });
    expect(await reasonsByChannel(card)).toEqual(only(''));
  });

  it('of a function that is OFF refuses merchants of its categories, whatever the channel', async () => {
    const card = await newCard();
    await setControls(server, card, { function2Status: 'OFF' });
    const merchant = { Merchant_Type: '5813' };
    expect(await reasonOf(server, card, merchant)).toBe('FUNCTION2_OFF');
    expect(await reasonOf(server, card, { ...CHANNELS.SWIPE, ...merchant })).toBe('FUNCTION2_OFF');
    expect(await reasonOf(server, card)).toBe('APPROVED');
  });

  it('shows its state in the trace, with all others that cover the message', async () => {
    const card = await newCard();
    await setControls(server, card, {
      masterStatus: 'ON',
      cardPresentStatus: 'ON_FOR_ONE',
      cashStatus: 'OFF',
      ecomStatus: 'OFF',
    });
    const { actionCode, last, saw } = await use(server, card, CHANNELS.CASH);
    expect([actionCode, last]).toEqual(['57', 'SWITCHES REFUSE']);
    expect(saw.SWITCHES).toEqual({
      card_present: true,
      merchant_category: '6011',
      states: 'master:ON cardPresent:ON_FOR_ONE cash:OFF',
    });
  });

  it('belongs to the account: it is off for all its cards', async () => {
    const account = await issueAccount(server);
    const [one, other] = [await addCard(server, account), await addCard(server, account)];
    await setControls(server, one, { ecomStatus: 'OFF' });
    expect(await reasonOf(server, other)).toBe('ECOM_OFF');
  });
});

describe('ON_FOR_ONE', () => {
  it('lets one transaction pass: every switch that covered it is off, in the account and for the next message', async () => {
    const card = await newCard();
    await setControls(server, card, {
      masterStatus: 'ON_FOR_ONE',
      cardNotPresentStatus: 'ON_FOR_ONE',
      ecomStatus: 'ON_FOR_ONE',
      purchaseStatus: 'ON_FOR_ONE',
      motoStatus: 'ON_FOR_ONE',
      cashStatus: 'ON_FOR_ONE',
    });
    const { reason, saw } = await use(server, card);
    expect(reason).toBe('APPROVED');
    expect(saw.SWITCHES).toMatchObject({
      states: 'master:ON_FOR_ONE cardNotPresent:ON_FOR_ONE ecom:ON_FOR_ONE purchase:ON_FOR_ONE',
    });
    expect(await controlsOf(server, card)).toMatchObject({
      masterStatus: 'OFF',
      cardNotPresentStatus: 'OFF',
      ecomStatus: 'OFF',
      purchaseStatus: 'OFF',
      motoStatus: 'ON_FOR_ONE',
      cashStatus: 'ON_FOR_ONE',
    });
    expect(await reasonOf(server, card)).toBe('MASTER_OFF');
    await setControls(server, card, { masterStatus: 'ON' });
    expect(await reasonOf(server, card)).toBe('CNP_OFF');
  });

  it('is not spent by a decline, whatever declined', async () => {
    const card = await newCard();
    await setControls(server, card, { ecomStatus: 'ON_FOR_ONE', motoStatus: 'OFF', dailyLimit: '30.00' });
    expect(await reasonOf(server, card, CHANNELS.MOTO)).toBe('MOTO_OFF');
    expect(await reasonOf(server, card, amountFields(3_001))).toBe('DAILY_LIMIT');
    expect(await reasonOf(server, card, { Card_Expiry_Date: '3111' })).toBe('EXPIRY_MISMATCH');
    await restrict(server, card, { restriction_type: 'ECOM' });
    expect(await reasonOf(server, card)).toBe('RESTRICTED_ECOM');
    await restrict(server, card, { restriction_type: 'ECOM', isAllowed: true });
    expect(await controlsOf(server, card)).toMatchObject({ ecomStatus: 'ON_FOR_ONE' });
    expect(await reasonOf(server, card)).toBe('APPROVED');
    expect(await reasonOf(server, card, amountFields(100))).toBe('ECOM_OFF');
  });

  it('is not spent a second time by a repeated message', async () => {
    const card = await newCard();
    await setControls(server, card, { ecomStatus: 'ON_FOR_ONE' });
    const same = { Retrieval_Reference_Number: '777000000001', System_Trace_Audit_Number: '000001' };
    expect(await reasonOf(server, card, same)).toBe('APPROVED');
    await setControls(server, card, { ecomStatus: 'ON_FOR_ONE' });
    expect(await reasonOf(server, card, same)).toBe('APPROVED');
    expect(await controlsOf(server, card)).toMatchObject({ ecomStatus: 'ON_FOR_ONE' });
  });
});

describe('the card abroad', () => {
  const chip = { ...CHANNELS.CHIP, ...IN_GERMANY };
  const COUNTRIES = 'cardPresentAllowSpecificForeignCountries';

  it('is refused with 57 if nothing allows it, only with the card present', async () => {
    const card = await newCard();
    await setControls(server, card, { cardPresentAllowAnyForeign: 'false' });
    const absent = only('CP_FOREIGN_OFF', 'CHIP', 'SWIPE', 'CONTACTLESS', 'FALLBACK', 'CASH');
    expect(await reasonsByChannel(card, IN_GERMANY)).toEqual(absent);
    expect(await reasonsByChannel(card)).toEqual(only(''));
    const { actionCode, last, saw } = await use(server, card, chip);
    expect([actionCode, last]).toEqual(['57', 'FOREIGN_USE REFUSE']);
    expect(saw.FOREIGN_USE).toEqual({ card_present_abroad: true, country: 'DE', allowed_by: null });
    await setControls(server, card, { cardPresentAllowAnyForeign: 'true' });
    expect((await use(server, card, chip)).saw.FOREIGN_USE).toMatchObject({ allowed_by: 'any' });
  });

  it('may be used in the countries of a list', async () => {
    const card = await newCard();
    await setControls(server, card, { cardPresentAllowSpecificForeign: 'true', [COUNTRIES]: 'GB, 276' });
    expect((await use(server, card, chip)).saw.FOREIGN_USE).toMatchObject({ allowed_by: 'country' });
    expect(await reasonOf(server, card, { ...chip, ...IN_FRANCE })).toBe('CP_FOREIGN_OFF');
    await setControls(server, card, { cardPresentAllowSpecificForeign: 'false' });
    expect(await reasonOf(server, card, chip)).toBe('CP_FOREIGN_OFF');
    await setControls(server, card, { cardPresentAllowSpecificForeign: '', [COUNTRIES]: '' });
    expect((await use(server, card, chip)).saw.FOREIGN_USE).toMatchObject({ allowed_by: 'default' });
  });
});
