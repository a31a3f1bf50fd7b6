import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findingsOf } from '../../testing/merchants.ts';
import { REVIEW_REASON, review, submitAndScreen } from '../../testing/reviews.ts';
import { type TestServer, testServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer({}, { screensByItself: false });
});
afterAll(() => server?.close());

describe('a request for information', () => {
  it('is about paths into a merchant: another one is refused, with what it may be', async () => {
    const { applicationId } = await submitAndScreen(server);
    const ask = (...paths: string[]) => {
      const items = paths.map((path) => ({ path, action: 'Send it' }));
      return review(server, applicationId, 'request-information', { ...REVIEW_REASON, items });
    };
    const refused = await ask('trn', 'addresses[0].town', 'tradeLicence');
    expect([refused.status, findingsOf(refused)]).toEqual([400, ['106 items[1].path', '106 items[2].path']]);
    const [first] = refused.json.errors as { message: string; action: string }[];
    expect(first?.message).toBe('is no path into a merchant: town is not known there');
    expect(first?.action).toMatch(/^use one of addressType, name, .* in place of town in items\[1\]\.path$/);
    expect((await ask('trn', 'addresses[0].city', 'services[0].user.email')).status).toBe(200);
  });
});
