import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { luhnNumber } from '../../testing/cards/issued-cards.ts';
import {
  amend,
  approveNoAmendments,
  boardMerchants,
  chainBody,
  findingsOf,
  merchantBody,
  newId,
  onboard,
  readMerchantOf,
  requestOf,
  terminalBody,
} from '../../testing/merchants/merchants.ts';
import { readApplicationOf, review, submitAndScreen, uniqueMerchant } from '../../testing/merchants/reviews.ts';
import { type TestServer, testServer } from '../../testing/test-server.ts';
import { startReceiver, type WebhookReceiver } from '../../testing/webhook-receiver.ts';
import { registerWebhook } from '../../testing/webhooks.ts';

/** Card numbers of our banks. At the end, the tests search all stored, answered, sent and logged texts for them. */
const NUMBER = luhnNumber('400000');
const GOLD = luhnNumber('510000');
/** A card number with as many digits as a tax number may have. */
const SHORT = '400000000000006';
const MASKED = `${NUMBER.slice(0, 6)}XXXXXX${NUMBER.slice(-4)}`;
const IN_GROUPS = NUMBER.replace(/(.{4})(?=.)/g, '$1 ');
/** A number with a valid check digit that is not a card number of our banks. */
const ELSEWHERE = '6011000990139424';

let server: TestServer;
let receiver: WebhookReceiver;
beforeAll(async () => {
  server = await testServer({ CARDWRIGHT_LOG_LEVEL: 'trace' });
  await approveNoAmendments(server);
  receiver = await startReceiver({ tls: 'none' });
  await registerWebhook(server, { url: receiver.url, types: ['*'] }, 'demo-acquirer');
});
afterAll(async () => {
  await server?.close();
  await receiver?.close();
});

describe("a number of our banks' cards", () => {
  it('is masked in a merchant’s fields, with a warning to the caller', async () => {
    const merchantId = newId('M');
    const address = {
      name: `Owner ${IN_GROUPS}`,
      countryCode: 'ARE',
      city: NUMBER,
      postalCode: '00000',
      email: 'a@b.example',
    };
    const merchant = merchantBody(merchantId, {
      merchantName: `Shop ${NUMBER}`,
      legalName: `${IN_GROUPS} LLC`,
      creditAccountNumOrIban: ELSEWHERE,
      addresses: [address],
      [NUMBER]: 'in a key',
      aNumber: Number(GOLD),
      deeper: { list: [`PAN=${GOLD};`, { more: NUMBER.replace(/(.{4})(?=.)/g, '$1-') }] },
    });
    const sent = await onboard(server, requestOf([merchant]));
    expect(sent.status, sent.text).toBe(202);
    expect(sent.headers['contract-warnings']).not.toBe('0');
    expect(sent.text).toContain('card-number-masked');
    const { json } = await readMerchantOf(server, merchantId);
    expect(json.merchant.merchantName).toBe(`Shop ${MASKED}`);
    expect(json.merchant.legalName).toBe(`${MASKED} LLC`);
    // Account numbers of other countries may look like card numbers.
    expect(json.merchant.creditAccountNumOrIban).toBe(ELSEWHERE);
    expect(json.merchant.addresses[0]).toMatchObject({ name: `Owner ${MASKED}`, city: MASKED });
  });

  it('is masked in a chain, and in values that merchants take from it', async () => {
    const chainId = newId('C');
    const merchantId = newId('M');
    const chain = chainBody(chainId, { chainName: `Group ${NUMBER}`, organizationName: `Charity ${NUMBER}` });
    const sent = await onboard(server, requestOf([merchantBody(merchantId)], { chain }));
    expect(sent.status, sent.text).toBe(202);
    expect(sent.headers['contract-warnings']).toBe('2');
    const [stored] = await server.db.sql('select record from merchant_chains where chain_id = $1', [chainId]);
    expect(JSON.stringify(stored)).toContain(`Group ${MASKED}`);
  });

  it('is masked in amendments', async () => {
    const merchantId = newId('M');
    await boardMerchants(server, [merchantBody(merchantId)]);
    const more = { merchantName: `Shop ${NUMBER}`, merchantType: 'POS' };
    expect((await amend(server, merchantId, ['MERCHANT_NAME'], more)).status).toBe(202);
  });

  it('is refused as any id, and the refusal does not repeat it', async () => {
    const merchants = [merchantBody(NUMBER, { terminals: [terminalBody(GOLD)] })];
    const chain = chainBody(NUMBER, { groupCode: GOLD });
    const answer = await onboard(server, requestOf(merchants, { chain }, NUMBER));
    expect(answer.status).toBe(400);
    expect(findingsOf(answer)).toEqual([
      '106 requestId',
      '106 payload.applications[0].chain.chainId',
      '106 payload.applications[0].chain.groupCode',
      '106 payload.applications[0].merchants[0].merchantId',
      '106 payload.applications[0].merchants[0].terminals[0].terminalId',
    ]);
    expect(answer.json.errors).toContainEqual({
      path: 'requestId',
      code: '106',
      message: 'must not be a card number',
      action: 'set requestId to a value that is not a card number',
    });
  });

  it('is refused as a bank account or a tax number, which would be wrong after masking', async () => {
    const merchantId = newId('M');
    const identity = { debitAccountNumOrIban: NUMBER, creditAccountNumOrIban: IN_GROUPS, trn: SHORT };
    const answer = await onboard(server, requestOf([merchantBody(merchantId, identity)]));
    const at = 'payload.applications[0].merchants[0]';
    expect(answer.status).toBe(400);
    expect(findingsOf(answer)).toEqual([
      `106 ${at}.debitAccountNumOrIban`,
      `106 ${at}.creditAccountNumOrIban`,
      `106 ${at}.trn`,
    ]);
    expect(answer.json.errors).toContainEqual({
      path: `${at}.debitAccountNumOrIban`,
      code: '106',
      message: 'must not be a card number',
      action: 'set debitAccountNumOrIban to a value that is not a card number',
    });
    expect((await readMerchantOf(server, merchantId)).status).toBe(404);
    // The number is in an amendment, where it would replace the boarded account.
    await boardMerchants(server, [merchantBody(merchantId)]);
    const amended = await amend(server, merchantId, ['MCC'], { mcc: '5411', ...identity });
    expect([amended.status, findingsOf(amended)[0]]).toEqual([400, `106 ${at}.debitAccountNumOrIban`]);
  });

  it('is not repeated in any finding, wherever it was sent', async () => {
    const wrong = { merchantType: NUMBER, mcc: NUMBER, kyc: NUMBER, paymentMode: GOLD, [IN_GROUPS]: 1 };
    const answer = await onboard(server, requestOf([merchantBody(newId('M'), wrong)], { [NUMBER]: NUMBER }));
    expect(answer.status).toBe(400);
    for (const applications of [[NUMBER], [{ merchants: NUMBER }], NUMBER]) {
      expect((await onboard(server, { requestId: newId('R'), payload: { applications } })).status).toBe(400);
    }
    for (const body of [`{"requestId":"${NUMBER}"`, `"${NUMBER}"`, NUMBER]) {
      expect((await onboard(server, body)).status).toBe(400);
    }
  });

  it('appears in no review, list, or URL', async () => {
    const { applicationId, requestId } = await submitAndScreen(server, [uniqueMerchant({ legalName: `X ${NUMBER}` })]);
    const reason = `He paid with ${NUMBER} and ${IN_GROUPS}`;
    expect((await review(server, applicationId, 'review', { reason })).status).toBe(200);
    const items = [{ path: 'trn', action: `Send the papers of ${NUMBER}` }];
    expect((await review(server, applicationId, 'request-information', { reason, items })).status).toBe(200);
    const { json } = await readApplicationOf(server, applicationId);
    expect(json.merchants[0]).toMatchObject({
      informationRequired: [{ path: 'trn', action: `Send the papers of ${MASKED}` }],
    });
    for (const url of [
      `/V2/merchants/${NUMBER}`,
      `/V2/merchants/${NUMBER}/versions`,
      `/V2/merchants/onboarding/${NUMBER}`,
      `/V2/merchants/onboarding/${requestId}?cursor=${NUMBER}`,
      `/V2/merchants/applications/${NUMBER}`,
      `/V2/merchants/applications?cursor=${NUMBER}&status=${NUMBER}`,
      `/V2/merchants?merchantId=${NUMBER}`,
    ]) {
      const { status } = await server.request({ method: 'GET', url, as: 'demo-acquirer' });
      expect([url, status < 500]).toEqual([url, true]);
    }
    const csv = `name,reason\nShop ${NUMBER},${IN_GROUPS}\n${GOLD}\n`;
    const headers = { 'content-type': 'text/csv' };
    await server.request({
      method: 'POST',
      url: '/V2/merchants/deny-list',
      as: 'demo-reviewer',
      headers,
      payload: csv,
    });
    await server.request({ method: 'GET', url: '/V2/contract-warnings', as: 'demo-acquirer' });
    await receiver.arrived(1);
  });
});
