import { beforeAll, describe, expect, it } from 'vitest';
import {
  amend,
  approveNoAmendments,
  boardMerchant,
  findingsOf,
  merchantBody,
} from '../../testing/merchants/merchants.ts';
import { fileServer } from '../../testing/test-server.ts';

const server = fileServer();
beforeAll(async () => {
  await approveNoAmendments(server);
});

const boarded = (more: Record<string, unknown> = {}) => boardMerchant(server, more);

const AT = 'payload.applications[0].merchants[0]';
const COMPLEX = [{ cardScheme: 'AAA', acceptedCardModes: [{ modeName: 'MANUAL', rate: '2' }] }];
const cards = (configurations: Record<string, unknown> = {}) => ({
  merchantCurrency: 'AED',
  configurations: { acceptedCardSchemes: COMPLEX, ...configurations },
});

describe('fields that an amendment makes mandatory', () => {
  it('include a website for a merchant that becomes e-commerce, unless it is boarded already', async () => {
    const names = { merchantName: 'Souk Online', merchantType: 'ECOM' };
    const without = await amend(server, await boarded(), ['MERCHANT_NAME'], names);
    expect(without.json.errors).toEqual([
      {
        path: `${AT}.website`,
        code: '103',
        message: 'is mandatory for e-commerce merchants',
        action: 'add website',
      },
    ]);
    const website = 'https://souk.example';
    expect((await amend(server, await boarded(), ['MERCHANT_NAME'], { ...names, website })).status).toBe(202);
    expect((await amend(server, await boarded({ website }), ['MERCHANT_NAME'], names)).status).toBe(202);
  });

  it('include refundControlValue with complex pricing, unless it is boarded already', async () => {
    const without = await amend(server, await boarded(), ['ACCEPTED_CARDS'], cards());
    expect(findingsOf(without)).toEqual([`103 ${AT}.configurations.refundControlValue`]);
    const sent = await amend(server, await boarded(), ['ACCEPTED_CARDS'], cards({ refundControlValue: 'R' }));
    expect(sent.status, sent.text).toBe(202);
    const { configurations } = merchantBody('M');
    const priced = await boarded({ configurations: { ...(configurations as object), refundControlValue: 'N' } });
    expect((await amend(server, priced, ['ACCEPTED_CARDS'], cards())).status).toBe(202);
  });
});
