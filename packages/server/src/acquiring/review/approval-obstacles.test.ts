import { describe, expect, it } from 'vitest';
import { findingsOf } from '../../testing/merchants/merchants.ts';
import { REVIEW_REASON, review, submitAndScreen, uniqueMerchant } from '../../testing/merchants/reviews.ts';
import { fileServer } from '../../testing/test-server.ts';

const server = fileServer();

describe('a refused approval', () => {
  it('reports all obstacles at once, each with the operation that removes it', async () => {
    const { applicationId, merchantIds } = await submitAndScreen(server, [uniqueMerchant({ kyc: false })]);
    const [id] = merchantIds;
    const at = `/V2/merchants/applications/${applicationId}`;
    const { json } = await review(server, applicationId, 'approve', { ...REVIEW_REASON, merchantIds });
    expect(json.errors).toEqual([
      {
        path: 'merchantIds[0]',
        code: '420',
        message: `${id} has not been reviewed`,
        action: `let a reviewer call POST ${at}/review for ${id}, or leave ${id} out`,
      },
      {
        path: 'merchantIds[0]',
        code: '420',
        message: `${id} has kyc false, and no reviewer has confirmed it`,
        action: `let a reviewer call POST ${at}/confirm-kyc for ${id}, or leave ${id} out`,
      },
    ]);
  });
});

describe('a request for information', () => {
  it('accepts only paths into a merchant, and refuses others with the possible ones', async () => {
    const { applicationId } = await submitAndScreen(server);
    const send = (...paths: string[]) => {
      const items = paths.map((path) => ({ path, action: 'Send it' }));
      return review(server, applicationId, 'request-information', { ...REVIEW_REASON, items });
    };
    const refused = await send('trn', 'addresses[0].town', 'tradeLicense');
    expect([refused.status, findingsOf(refused)]).toEqual([400, ['106 items[1].path', '106 items[2].path']]);
    const [first] = refused.json.errors as { message: string; action: string }[];
    expect(first?.message).toBe('is no path into a merchant: town is not known there');
    expect(first?.action).toMatch(/^use one of addressType, name, .* in place of town in items\[1\]\.path$/);
    expect((await send('trn', 'addresses[0].city', 'services[0].user.email')).status).toBe(200);
  });
});
