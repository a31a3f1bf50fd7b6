import { beforeAll, describe, expect, it } from 'vitest';
import {
  boardSampleMerchant,
  clearAndReview,
  followAmendment,
  historyOf,
  readAuditEntries,
  sendAmendment,
} from '../../testing/merchants/amendment-requests.ts';
import {
  amend,
  findingsOf,
  newId,
  onboard,
  readMerchantOf,
  requestOf,
  terminalBody,
} from '../../testing/merchants/merchants.ts';
import { loadDenyListOf, review } from '../../testing/merchants/reviews.ts';
import { fileServer } from '../../testing/test-server.ts';

const server = fileServer();
beforeAll(async () => {
  await loadDenyListOf(server, 'name,reason\nShell Company LLC,Sanctioned\n');
});

const NAME = { merchantName: 'Shell Company LLC', merchantType: 'POS' };
const FEES = [{ feeTypeName: 'TRANS_FEE', reOccurrenceFrequency: 'DAILY', feeValue: '0.50' }];
const rename = (id: string, types: string[] = []) => sendAmendment(server, id, ['MERCHANT_NAME', ...types], NAME);

describe('a pending amendment', () => {
  it('prevents another amendment that needs a screening: 420 names the pending one', async () => {
    const id = await boardSampleMerchant(server);
    const { applicationId } = await rename(id);
    const second = await amend(server, id, ['ADDRESS'], {
      addresses: [{ name: 'Here', countryCode: 'ARE', city: 'Dubai', postalCode: '0', email: 'a@b.example' }],
    });
    expect([second.status, second.json.error_code]).toEqual([409, '420']);
    expect(second.json.errors).toEqual([
      {
        code: '420',
        path: 'payload.applications[0].merchants[0].merchantId',
        message: `has an amendment that waits already: MERCHANT_NAME of application ${applicationId}`,
        action: `wait until application ${applicationId} is decided, or have it rejected`,
      },
    ]);
    const other = await boardSampleMerchant(server);
    const both = requestOf([
      { merchantId: other, amendmentList: ['FEES'], fees: FEES },
      { merchantId: id, amendmentList: ['MCC'], mcc: '5999' },
    ]);
    expect(findingsOf(await onboard(server, both))).toEqual(['420 payload.applications[0].merchants[1].merchantId']);
    expect((await readMerchantOf(server, other)).json.version).toBe(1);
  });

  it('is reported together with all other findings about the second amendment', async () => {
    const id = await boardSampleMerchant(server);
    await rename(id);
    const second = await amend(server, id, ['MCC'], { mcc: '5999', trn: 'OTHER' });
    expect(findingsOf(second).sort()).toEqual([
      '106 payload.applications[0].merchants[0].trn',
      '420 payload.applications[0].merchants[0].merchantId',
    ]);
  });

  it('allows another amendment after it is decided', async () => {
    const id = await boardSampleMerchant(server);
    const { applicationId } = await rename(id);
    await review(server, applicationId, 'reject');
    await rename(id);
  });

  it('allows amendments without a screening, and is later applied on top of them', async () => {
    const id = await boardSampleMerchant(server);
    const { applicationId } = await rename(id);
    expect((await sendAmendment(server, id, ['FEES'], { fees: FEES })).taken).toMatchObject({ version: 2 });
    await clearAndReview(server, applicationId);
    expect((await review(server, applicationId, 'approve')).status).toBe(200);
    const { json } = await readMerchantOf(server, id);
    expect(json).toMatchObject({ version: 3, merchantName: 'Shell Company LLC' });
    expect(json.merchant.configurations.fees).toEqual(FEES);
    expect(json.versions[0].changes).toEqual([{ path: 'merchantName', from: `Shop ${id}`, to: 'Shell Company LLC' }]);
  });

  it('stays pending, with the reason, if the merchant no longer allows it', async () => {
    const scheme = { cardScheme: 'AAA', tariffRate: '1' };
    const id = await boardSampleMerchant(server);
    const overriding = {
      overrideDefaultSchemesMcc: true,
      acceptedCardSchemes: [{ cardScheme: 'AAA', schemeOverrideValue: { dbaName: 'Shell Company LLC', mcc: 5411 } }],
    };
    const sent = await sendAmendment(server, id, ['SCHEMES_OVERRIDING'], overriding);
    await sendAmendment(server, id, ['ACCEPTED_CARDS'], {
      merchantCurrency: 'AED',
      acceptedCardSchemes: [{ ...scheme, cardScheme: 'BBB' }],
    });
    await clearAndReview(server, sent.applicationId);
    const refused = await review(server, sent.applicationId, 'approve');
    expect([refused.status, refused.json.error_code]).toEqual([409, '420']);
    expect(refused.text).toContain('is not a card scheme that the merchant accepts');
    expect(await followAmendment(server, sent)).toMatchObject({ status: 'PENDING_APPROVAL' });
    expect((await readMerchantOf(server, id)).json.version).toBe(2);
  });
});

describe('HOLD and RELEASE', () => {
  it('apply while an amendment is pending, which is approved after the RELEASE', async () => {
    const id = await boardSampleMerchant(server);
    const { applicationId } = await rename(id);
    expect((await sendAmendment(server, id, ['HOLD'])).taken).toMatchObject({ merchantState: 'ON_HOLD', version: 2 });
    await clearAndReview(server, applicationId);
    const early = await review(server, applicationId, 'approve');
    expect([early.status, early.json.error_code]).toEqual([409, '420']);
    expect(early.text).toContain('is on hold');
    expect((await sendAmendment(server, id, ['RELEASE'])).taken).toMatchObject({ merchantState: 'ACTIVE', version: 3 });
    expect((await review(server, applicationId, 'approve')).status).toBe(200);
    expect((await readMerchantOf(server, id)).json).toMatchObject({ merchantName: 'Shell Company LLC', version: 4 });
  });

  it('apply at once, even if another type of the same amendment waits', async () => {
    const id = await boardSampleMerchant(server);
    const amendment = await rename(id, ['HOLD']);
    expect(amendment.taken).toMatchObject({ status: 'PENDING_APPROVAL', merchantState: 'ON_HOLD', version: 2 });
    await review(server, amendment.applicationId, 'reject');
    const released = await rename(id, ['RELEASE']);
    expect(released.taken).toMatchObject({ status: 'PENDING_APPROVAL', merchantState: 'ACTIVE', version: 3 });
    const { json } = await readMerchantOf(server, id);
    expect(json).toMatchObject({ merchantState: 'ACTIVE', merchantName: `Shop ${id}` });
    expect(json.openAmendment.amendments).toEqual(['MERCHANT_NAME']);
    expect(json.versions.map(({ amendments }: { amendments: string[] }) => amendments)).toEqual([
      ['RELEASE'],
      ['HOLD'],
      [],
    ]);
    expect((await historyOf(server, id)).slice(1)).toEqual([
      '2 ACTIVE ON_HOLD',
      '3 - PENDING_APPROVAL MERCHANT_NAME',
      '4 PENDING_APPROVAL REJECTED MERCHANT_NAME Checked its documents',
      '5 ON_HOLD ACTIVE',
      '6 - PENDING_APPROVAL MERCHANT_NAME',
    ]);
  });
});

describe('CLOSURE', () => {
  it('applies at once, and ends a pending amendment', async () => {
    const [id, terminal] = [await boardSampleMerchant(server), newId('T')];
    const sent = await sendAmendment(server, id, ['MERCHANT_NAME', 'ADDING_TERMINALS'], {
      ...NAME,
      terminals: [terminalBody(terminal)],
    });
    const closed = await sendAmendment(server, id, ['CLOSURE']);
    expect(closed.taken).toMatchObject({ status: 'BOARDED', merchantState: 'CLOSED', version: 2 });
    expect(await followAmendment(server, sent)).toMatchObject({
      status: 'REJECTED',
      reason: 'The merchant was closed',
      merchantState: 'CLOSED',
    });
    expect((await review(server, sent.applicationId, 'review')).status).toBe(409);
    expect((await readMerchantOf(server, id)).json.openAmendment).toBeUndefined();
    await sendAmendment(server, await boardSampleMerchant(server), ['ADDING_TERMINALS'], {
      terminals: [terminalBody(terminal)],
    });
    expect((await historyOf(server, id)).slice(-2)).toEqual([
      '3 ACTIVE CLOSED',
      '4 PENDING_APPROVAL REJECTED MERCHANT_NAME+ADDING_TERMINALS The merchant was closed',
    ]);
    expect(await readAuditEntries(server, `merchant:${id}`)).toEqual([
      'demo-acquirer amendment held',
      'demo-acquirer amended',
      'demo-acquirer amendment ended',
    ]);
  });

  it('applies at once, even if other types of the same amendment would wait', async () => {
    const id = await boardSampleMerchant(server);
    expect((await rename(id, ['CLOSURE'])).taken).toMatchObject({ status: 'BOARDED', merchantState: 'CLOSED' });
  });
});
