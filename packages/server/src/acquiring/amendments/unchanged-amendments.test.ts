import { beforeAll, describe, expect, it } from 'vitest';
import {
  amend,
  approveNoAmendments,
  boardMerchant,
  findingsOf,
  newId,
  onboard,
  readMerchantOf,
  requestOf,
} from '../../testing/merchants/merchants.ts';
import { fileServer } from '../../testing/test-server.ts';

const server = fileServer();
beforeAll(async () => {
  await approveNoAmendments(server);
});

const boarded = (more: Record<string, unknown> = {}) => boardMerchant(server, more);

describe('an amendment that changes nothing', () => {
  it('is accepted and makes no version', async () => {
    const id = await boarded();
    const before = (await readMerchantOf(server, id)).json;
    const request = requestOf([{ merchantId: id, amendmentList: ['MCC', 'SERVICES'], mcc: '5411', services: [] }]);
    const first = await onboard(server, { ...request, requestId: newId('R') });
    expect(first.status, first.text).toBe(202);
    const again = await amend(server, id, ['SERVICES'], { services: [] });
    expect(again.status, again.text).toBe(202);
    expect(again.json.applications).toMatchObject([{ merchants: [{ merchantId: id, merchantState: 'ACTIVE' }] }]);
    expect(again.text).not.toContain('"version"');
    const { json } = await readMerchantOf(server, id);
    expect([before.version, json.version, json.versions.length]).toEqual([1, 2, 2]);
    const same = await amend(server, await boarded(), ['MCC'], { mcc: '5411' });
    expect([same.status, same.text.includes('"version"')]).toEqual([202, false]);
  });

  it('is reported as submitted, without a version, in the status of its request', async () => {
    const id = await boarded();
    const requestId = newId('R');
    await onboard(server, requestOf([{ merchantId: id, amendmentList: ['MCC'], mcc: '5411' }], {}, requestId));
    const { json } = await server.request({
      method: 'GET',
      url: `/V2/merchants/onboarding/${requestId}`,
      as: 'demo-acquirer',
    });
    const [application] = json.applications as { merchants: object[] }[];
    expect(application?.merchants).toEqual([
      { merchantId: id, status: 'BOARDED', merchantState: 'ACTIVE', amendments: ['MCC'], warnings: [] },
    ]);
  });
});

describe('findings about an amendment', () => {
  it("include missing fields together with the merchant's closed state", async () => {
    const id = await boarded();
    expect((await amend(server, id, ['CLOSURE'])).status).toBe(202);
    const answer = await amend(server, id, ['MCC']);
    expect(findingsOf(answer)).toEqual([
      '103 payload.applications[0].merchants[0].mcc',
      '420 payload.applications[0].merchants[0].merchantId',
    ]);
  });
});

describe('SERVICES with an empty list', () => {
  it('removes all services', async () => {
    const id = await boarded({ services: [{ serviceType: 'MCP' }] });
    expect((await amend(server, id, ['SERVICES'], { services: [] })).status).toBe(202);
    expect((await readMerchantOf(server, id)).json.merchant.services).toEqual([]);
  });
});
