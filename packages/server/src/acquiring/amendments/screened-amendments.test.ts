import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { boardSampleMerchant, clearAndReview, sendAmendment } from '../../testing/merchants/amendment-requests.ts';
import {
  amend,
  boardMerchants,
  chainBody,
  configureDemo,
  newId,
  onboard,
  readMerchantOf,
  requestOf,
} from '../../testing/merchants/merchants.ts';
import { hitsOf, loadDenyListOf, review, uniqueMerchant } from '../../testing/merchants/reviews.ts';
import { fileServer } from '../../testing/test-server.ts';

const DENIED = 'Shell Company LLC';
/** The default of `approved_amendments` in the configuration. */
const BY_DEFAULT = ['MCC', 'ACCOUNT'];

const server = fileServer();
const chain = newId('C');
beforeAll(async () => {
  const owner = uniqueMerchant({ debitAccountNumOrIban: '7799999999' });
  await boardMerchants(server, [owner], { chain: chainBody(chain, { chainName: DENIED }) });
  await loadDenyListOf(server, `name,reason\n${DENIED},Sanctioned\n`);
});
beforeEach(() => configureDemo(server, { approvedAmendments: BY_DEFAULT }));

const address = (name: string) => ({ name, countryCode: 'ARE', city: 'Dubai', postalCode: '0', email: 'a@b.example' });
const override = (dbaName: string, mcc = 5411) => ({
  overrideDefaultSchemesMcc: true,
  acceptedCardSchemes: [{ cardScheme: 'AAA', schemeOverrideValue: { dbaName, mcc } }],
});
const cards = (schemeOverrideValue?: object) => ({
  merchantCurrency: 'AED',
  acceptedCardSchemes: [{ cardScheme: 'AAA', tariffRate: '1', ...(schemeOverrideValue && { schemeOverrideValue }) }],
});
const ngo = (organizationName: string) => ({
  services: [
    {
      serviceType: 'NGO',
      organizationName,
      user: { firstName: 'Mona', lastName: 'Said', phoneNumber: '971501234567', email: 'mona@ngo.example' },
    },
  ],
});

describe('an amendment that the screening checks', () => {
  beforeEach(() => configureDemo(server, { approvedAmendments: [] }));

  it.each([
    ['MERCHANT_NAME', 'the name', { merchantName: DENIED, merchantType: 'POS' }, 'DENY_LIST merchantName'],
    [
      'MERCHANT_NAME',
      'the legal name',
      { merchantName: 'Flowers', legalName: DENIED, merchantType: 'POS' },
      'DENY_LIST legalName',
    ],
    ['LINKED_CHAIN', 'the chain’s name', { chain: { chainId: chain } }, 'DENY_LIST chain.chainName'],
    ['MCC', 'the category', { mcc: '7995' }, 'RESTRICTED_MCC mcc'],
    [
      'SCHEMES_OVERRIDING',
      'a trading name',
      override(DENIED),
      'DENY_LIST configurations.acceptedCardSchemes[0].schemeOverrideValue.dbaName',
    ],
    [
      'SCHEMES_OVERRIDING',
      'a category',
      override('Flowers', 7995),
      'RESTRICTED_MCC configurations.acceptedCardSchemes[0].schemeOverrideValue.mcc',
    ],
    ['ADDRESS', 'the name of an address', { addresses: [address(DENIED)] }, 'DENY_LIST addresses[0].name'],
    [
      'ACCOUNT',
      'an account that another merchant has',
      { creditAccountNumOrIban: '7799999999' },
      'DUPLICATE_ACCOUNT creditAccountNumOrIban',
    ],
    [
      'ACCEPTED_CARDS',
      'a trading name in the new list',
      cards({ dbaName: DENIED, mcc: 5411 }),
      'DENY_LIST configurations.acceptedCardSchemes[0].schemeOverrideValue.dbaName',
    ],
    ['SERVICES', 'an organization in the new list', ngo(DENIED), 'DENY_LIST services[0].organizationName'],
  ])('waits with its hit: %s, %s', async (type, _what, more, hit) => {
    const id = await boardSampleMerchant(server);
    const { applicationId, taken } = await sendAmendment(server, id, [type], more);
    expect(taken).toMatchObject({ status: 'PENDING_APPROVAL', amendments: [type] });
    expect((await hitsOf(server, applicationId)).map(({ check, path }) => `${check} ${path}`)).toEqual([hit]);
    expect((await readMerchantOf(server, id)).json.version).toBe(1);
  });

  it.each([
    ['MERCHANT_NAME', { merchantName: 'Flowers', merchantType: 'POS' }],
    ['MCC', { mcc: '5999' }],
    ['SCHEMES_OVERRIDING', override('Flowers')],
    ['ADDRESS', { addresses: [address('Flowers')] }],
    ['ACCOUNT', { creditAccountNumOrIban: '7788888888' }],
    ['ACCEPTED_CARDS', cards({ dbaName: 'Flowers', mcc: 5411 })],
    ['SERVICES', ngo('Flowers')],
  ])('is applied at once without a hit: %s', async (type, more) => {
    const id = await boardSampleMerchant(server);
    const { taken } = await sendAmendment(server, id, [type], more);
    expect(taken).toMatchObject({ status: 'BOARDED', version: 2 });
  });

  it('does not wait for a hit in a field that it does not change', async () => {
    const id = await boardSampleMerchant(server, { legalName: DENIED });
    const { taken } = await sendAmendment(server, id, ['MERCHANT_NAME'], {
      merchantName: 'Flowers',
      merchantType: 'POS',
    });
    expect(taken).toMatchObject({ status: 'BOARDED', version: 2 });
  });

  it('waits for a hit in the chain that the same request sends', async () => {
    const id = await boardSampleMerchant(server);
    const merchant = { merchantId: id, amendmentList: ['LINKED_CHAIN'] };
    const answer = await onboard(
      server,
      requestOf([merchant], { chain: chainBody(newId('C'), { chainName: DENIED }) }),
    );
    expect(answer.text).toContain('PENDING_APPROVAL');
  });

  it('waits for a hit on another account, even if a hit on the previous account was cleared', async () => {
    const id = await boardSampleMerchant(server, { creditAccountNumOrIban: '7799999999' });
    const cleared = { state: 'CLEARED', decidedBy: 'demo-reviewer', decidedAt: '2026-11-20T08:00:00.000Z' };
    const other = await boardSampleMerchant(server, { debitAccountNumOrIban: '7766666666' });
    const hit = {
      hitId: 'before',
      check: 'DUPLICATE_ACCOUNT',
      message: `the account is also one of merchant ${other}`,
      path: 'creditAccountNumOrIban',
      score: 1,
      matched: other,
      foundAt: '2026-11-20T08:00:00.000Z',
      reason: 'One owner',
      ...cleared,
    };
    await server.db.sql('update merchants set screening_hits = $2 where merchant_id = $1', [id, JSON.stringify([hit])]);
    const { applicationId, taken } = await sendAmendment(server, id, ['ACCOUNT'], {
      creditAccountNumOrIban: '7766666666',
    });
    expect(taken).toMatchObject({ status: 'PENDING_APPROVAL' });
    expect(await hitsOf(server, applicationId)).toMatchObject([{ matched: other, state: 'OPEN' }]);
  });
});

describe('an amendment without a hit', () => {
  it.each([
    ['MCC', { mcc: '5999' }],
    ['ACCOUNT', { debitAccountNumOrIban: '99000000001' }],
  ])('waits for two people if it changes the %s', async (type, more) => {
    const id = await boardSampleMerchant(server);
    const { applicationId, taken } = await sendAmendment(server, id, [type], more);
    expect(taken).toMatchObject({ status: 'PENDING_APPROVAL' });
    expect(await hitsOf(server, applicationId)).toEqual([]);
    await clearAndReview(server, applicationId);
    expect((await review(server, applicationId, 'approve')).status).toBe(200);
    expect((await readMerchantOf(server, id)).json.merchant).toMatchObject(more);
  });

  it('waits if its acquirer approves its type, and only then', async () => {
    await configureDemo(server, { approvedAmendments: ['ADDRESS'] });
    const id = await boardSampleMerchant(server);
    expect((await sendAmendment(server, id, ['MCC'], { mcc: '5999' })).taken).toMatchObject({ status: 'BOARDED' });
    const moved = await sendAmendment(server, id, ['ADDRESS'], { addresses: [address('Flowers')] });
    expect(moved.taken).toMatchObject({ status: 'PENDING_APPROVAL' });
  });

  it('is applied at once if it changes nothing that needs a screening or an approval', async () => {
    const id = await boardSampleMerchant(server);
    expect((await sendAmendment(server, id, ['ACCEPTED_CARDS'], cards())).taken).toMatchObject({ version: 2 });
    const same = await sendAmendment(server, id, ['MCC', 'HOLD'], { mcc: '5411' });
    expect(same.taken).toMatchObject({ status: 'BOARDED', merchantState: 'ON_HOLD', version: 3 });
    const nothing = await sendAmendment(server, await boardSampleMerchant(server), ['MCC'], { mcc: '5411' });
    expect(nothing.taken).toMatchObject({ status: 'BOARDED' });
    expect(nothing.taken).not.toHaveProperty('version');
  });

  it('waits with all its types if one of them waits', async () => {
    const id = await boardSampleMerchant(server);
    const more = { mcc: '5999', ...cards() };
    const { applicationId, taken } = await sendAmendment(server, id, ['MCC', 'ACCEPTED_CARDS'], more);
    expect(taken).toMatchObject({ status: 'PENDING_APPROVAL', amendments: ['MCC', 'ACCEPTED_CARDS'] });
    expect((await readMerchantOf(server, id)).json.version).toBe(1);
    await clearAndReview(server, applicationId);
    expect((await review(server, applicationId, 'approve')).status).toBe(200);
    const { json } = await readMerchantOf(server, id);
    expect(json.versions[0].amendments).toEqual(['MCC', 'ACCEPTED_CARDS']);
    expect(json.merchant.configurations.acceptedCardSchemes).toEqual(cards().acceptedCardSchemes);
  });

  it('is only checked with validateOnly', async () => {
    const id = await boardSampleMerchant(server);
    const request = requestOf([{ merchantId: id, amendmentList: ['MCC'], mcc: '5999' }]);
    expect((await onboard(server, request, { validateOnly: true })).text).toContain('"status":"VALID"');
    expect((await readMerchantOf(server, id)).json.openAmendment).toBeUndefined();
    expect((await amend(server, id, ['MCC'], { mcc: '5998' })).status).toBe(202);
  });
});
