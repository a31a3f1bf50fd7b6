import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  boardSampleMerchant,
  clearAndReview,
  followAmendment,
  historyOf,
  sendAmendment,
} from '../../testing/merchants/amendment-requests.ts';
import { newId, onboard, readMerchantOf, requestOf } from '../../testing/merchants/merchants.ts';
import { hitsOf, loadDenyListOf, readApplicationOf, review, sendHitDecision } from '../../testing/merchants/reviews.ts';
import { finds, provideScreening, screenedMerchants } from '../../testing/merchants/screening-provider.ts';
import { fileServer } from '../../testing/test-server.ts';
import { answersStatus, type WebhookReceiver } from '../../testing/webhook-receiver.ts';

const RENAMED = { merchantName: 'Flowers', merchantType: 'POS' };

const server = fileServer();
let provider: WebhookReceiver;
beforeAll(async () => {
  await loadDenyListOf(server, 'name,reason\nShell Company LLC,Sanctioned\n');
});
beforeEach(async () => {
  provider = await provideScreening(server);
});
afterEach(() => provider.close());

const rename = (id: string, more: Record<string, unknown> = {}) =>
  sendAmendment(server, id, ['MERCHANT_NAME'], { ...RENAMED, ...more });

async function screeningOf(applicationId: string) {
  const { json } = await readApplicationOf(server, applicationId);
  const [{ status, screening }] = json.merchants;
  return { status, attempts: screening.attempts, hits: screening.hits, problem: screening.problem };
}

describe('an amendment of an acquirer with an outside provider', () => {
  it('is accepted as SCREENING and changes nothing until the provider has screened the amended merchant', async () => {
    const id = await boardSampleMerchant(server);
    const sent = await rename(id);
    expect(sent.taken).toMatchObject({ status: 'SCREENING', merchantState: 'ACTIVE' });
    expect((await readMerchantOf(server, id)).json).toMatchObject({
      merchantName: `Shop ${id}`,
      version: 1,
      openAmendment: { applicationId: sent.applicationId, status: 'SCREENING' },
    });
    expect((await review(server, sent.applicationId, 'approve')).status).toBe(409);
    await server.server.screeningIdle();
    expect(provider.received.map(screenedMerchants)).toMatchObject([[{ merchantId: id, merchantName: 'Flowers' }]]);
    expect((await readMerchantOf(server, id)).json).toMatchObject({ merchantName: 'Flowers', version: 2 });
    expect(await followAmendment(server, sent)).toMatchObject({ status: 'BOARDED', version: 2 });
    expect((await historyOf(server, id)).slice(1)).toEqual([
      '2 - SCREENING MERCHANT_NAME',
      '3 SCREENING BOARDED MERCHANT_NAME',
    ]);
  });

  it('waits for people if the provider finds something, in a changed field or in none', async () => {
    const about = { check: 'PEP', message: 'A person is on a list' };
    provider.behave(finds({ ...about, path: 'merchantName' }, { ...about, path: 'website' }, about));
    const id = await boardSampleMerchant(server);
    const { applicationId } = await rename(id);
    await server.server.screeningIdle();
    expect((await hitsOf(server, applicationId)).map(({ path, state }) => [path, state])).toEqual([
      ['merchantName', 'OPEN'],
      [undefined, 'OPEN'],
    ]);
    await clearAndReview(server, applicationId);
    expect((await review(server, applicationId, 'approve')).status).toBe(200);
    expect((await readMerchantOf(server, id)).json).toMatchObject({ merchantName: 'Flowers', version: 2 });
  });

  it('waits for people if the provider names an unknown field, but not for a hit of its chain', async () => {
    const about = { check: 'PEP', message: 'A person is on a list' };
    const elsewhere = ['organizations[0]', 'legal_name', 'directors[0]', 'addresses[0].owner', ''];
    const known = ['chain.chainName', 'addresses[0].name', 'website'];
    provider.behave(finds(...[...elsewhere, ...known].map((path) => ({ ...about, path }))));
    const id = await boardSampleMerchant(server);
    const { applicationId } = await rename(id);
    await server.server.screeningIdle();
    expect((await hitsOf(server, applicationId)).map(({ path }) => path)).toEqual(elsewhere);
    expect((await readMerchantOf(server, id)).json.version).toBe(1);
  });

  it('waits for people if its type requires it, or if the deny list has the name', async () => {
    const category = await sendAmendment(server, await boardSampleMerchant(server), ['MCC'], { mcc: '5999' });
    const denied = await rename(await boardSampleMerchant(server), { merchantName: 'Shell Company' });
    await server.server.screeningIdle();
    expect(await screeningOf(category.applicationId)).toMatchObject({ status: 'PENDING_APPROVAL', hits: [] });
    expect(await screeningOf(denied.applicationId)).toMatchObject({
      status: 'PENDING_APPROVAL',
      hits: [{ check: 'DENY_LIST' }],
    });
  });

  it('waits while the provider does not answer, and is applied afterwards', async () => {
    provider.behave(answersStatus(503));
    const id = await boardSampleMerchant(server);
    const { applicationId } = await rename(id);
    await server.server.screeningIdle();
    expect(await screeningOf(applicationId)).toEqual({
      status: 'SCREENING',
      attempts: 1,
      hits: null,
      problem: 'the screening provider: HTTP 503',
    });
    expect((await readMerchantOf(server, id)).json.version).toBe(1);
    provider.behave(finds());
    server.clock.advance(5_000);
    await server.server.screeningIdle();
    expect((await readMerchantOf(server, id)).json).toMatchObject({ merchantName: 'Flowers', version: 2 });
  });

  it('is not applied if it is rejected during the screening', async () => {
    const id = await boardSampleMerchant(server);
    let answer = () => {};
    const rejected = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const nothing = finds();
    provider.behave((request, response) => void rejected.then(() => nothing(request, response)));
    const sent = await rename(id);
    const screened = server.server.screeningIdle();
    await provider.arrived(1);
    expect((await review(server, sent.applicationId, 'reject')).status).toBe(200);
    answer();
    await screened;
    expect(await followAmendment(server, sent)).toMatchObject({ status: 'REJECTED' });
    expect((await readMerchantOf(server, id)).json).toMatchObject({ merchantName: `Shop ${id}`, version: 1 });
  });

  it('keeps the decision on a hit when it is screened again', async () => {
    provider.behave(finds({ check: 'PEP', message: 'A person is on a list', path: 'merchantName' }));
    const { applicationId } = await rename(await boardSampleMerchant(server));
    await server.server.screeningIdle();
    const [hit] = await hitsOf(server, applicationId);
    await sendHitDecision(server, applicationId, hit!.hitId, 'confirm');
    expect((await review(server, applicationId, 'screen')).status).toBe(200);
    await server.server.screeningIdle();
    expect(await hitsOf(server, applicationId)).toMatchObject([{ hitId: hit!.hitId, state: 'CONFIRMED' }]);
  });
});

describe('an amendment whose merchant changed before it was screened', () => {
  it('is screened even while the merchant is ON_HOLD, and applied by an approval after the RELEASE', async () => {
    const id = await boardSampleMerchant(server);
    const denied = await rename(id, { merchantName: 'Shell Company' });
    await sendAmendment(server, id, ['HOLD']);
    const clean = await rename(await boardSampleMerchant(server));
    const [{ merchantId: other }] = [clean.taken as { merchantId: string }];
    await sendAmendment(server, other, ['HOLD']);
    await server.server.screeningIdle();
    expect(await screeningOf(denied.applicationId)).toMatchObject({ hits: [{ check: 'DENY_LIST' }], problem: null });
    expect(await screeningOf(clean.applicationId)).toMatchObject({ status: 'PENDING_APPROVAL', hits: [] });
    await clearAndReview(server, clean.applicationId);
    expect((await review(server, clean.applicationId, 'approve')).text).toContain('is on hold');
    await sendAmendment(server, other, ['RELEASE']);
    expect((await review(server, clean.applicationId, 'approve')).status).toBe(200);
    expect((await readMerchantOf(server, other)).json).toMatchObject({ merchantName: 'Flowers', version: 4 });
  });

  it('waits unscreened if the merchant does not allow it, and cannot be approved before its screening', async () => {
    const id = await boardSampleMerchant(server);
    const dbaName = 'Shell Company';
    const scheme = { cardScheme: 'AAA', schemeOverrideValue: { dbaName, mcc: 5411 } };
    const more = { overrideDefaultSchemesMcc: true, acceptedCardSchemes: [scheme] };
    const { applicationId } = await sendAmendment(server, id, ['SCHEMES_OVERRIDING'], more);
    const accept = (cardScheme: string) =>
      sendAmendment(server, id, ['ACCEPTED_CARDS'], {
        merchantCurrency: 'AED',
        acceptedCardSchemes: [{ cardScheme, tariffRate: '1' }],
      });
    await accept('BBB');
    await server.server.screeningIdle();
    expect(await screeningOf(applicationId)).toMatchObject({
      status: 'PENDING_APPROVAL',
      hits: null,
      problem: `${id} is not a card scheme that the merchant accepts`,
    });
    await accept('AAA');
    expect((await review(server, applicationId, 'review')).status).toBe(200);
    const unscreened = await review(server, applicationId, 'approve');
    expect([unscreened.status, unscreened.json.error_code]).toEqual([409, '420']);
    expect(unscreened.text).toContain(`${id} has not been screened, as the merchant did not allow the amendment then`);
    expect((await review(server, applicationId, 'screen')).status).toBe(200);
    await server.server.screeningIdle();
    expect(await screeningOf(applicationId)).toMatchObject({
      hits: [{ check: 'DENY_LIST', matched: 'Shell Company LLC' }],
    });
  });
});

describe('amendments with many names', () => {
  it('are accepted as SCREENING even without a provider, and then applied or sent to review', async () => {
    await server.db.sql(`update acquirers set configuration = configuration - 'screening' where acquirer_id = 'DEMO'`);
    await server.server.periodicJobs.runDue();
    const ids: string[] = [];
    for (let made = 0; made < 80; made++) ids.push(await boardSampleMerchant(server));
    const merchants = ids.map((merchantId, at) => ({
      merchantId,
      amendmentList: ['MERCHANT_NAME'],
      merchantType: 'POS',
      merchantName: at === 7 ? 'Shell Company' : `Flowers ${at}`,
    }));
    const answer = await onboard(server, requestOf(merchants, {}, newId('R')));
    expect(answer.text.match(/"status":"SCREENING"/g)).toHaveLength(80);
    await server.server.screeningIdle();
    const rows = await server.db.sql(
      `select merchant_id from merchants where merchant_id = any($1) and merchant_name not like 'Flowers %'`,
      [ids],
    );
    expect(rows).toEqual([{ merchant_id: ids[7] }]);
    expect((await readMerchantOf(server, ids[7]!)).json.openAmendment).toMatchObject({ status: 'PENDING_APPROVAL' });
  });
});
