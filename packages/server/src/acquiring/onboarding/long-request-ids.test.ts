import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { findingsOf, merchantBody, newId, onboard, requestOf } from '../../testing/merchants/merchants.ts';
import { readApplicationOf } from '../../testing/merchants/reviews.ts';
import { fileServer } from '../../testing/test-server.ts';

const server = fileServer();

const send = (requestId: string) => onboard(server, requestOf([merchantBody(newId('M'))], {}, requestId));

describe('a requestId of an onboarding request', () => {
  it('may be a UUID, with a warning, and then identifies the request', async () => {
    const requestId = randomUUID();
    const answer = await send(requestId);
    expect(answer.status, answer.text).toBe(202);
    expect(answer.json).toMatchObject({ requestId, warnings: [{ path: 'requestId', rule: 'long-identifier' }] });
    const status = await server.request({
      method: 'GET',
      url: `/V2/merchants/onboarding/${requestId}`,
      as: 'demo-acquirer',
    });
    expect([status.status, status.json.requestId]).toEqual([200, requestId]);
    const [application] = answer.json.applications as { applicationId: string }[];
    expect((await readApplicationOf(server, application!.applicationId)).json.requestId).toBe(requestId);
  });

  it('may have at most 36 characters', async () => {
    expect((await send('x'.repeat(36))).status).toBe(202);
    expect(findingsOf(await send('x'.repeat(37)))).toEqual(['104 requestId']);
  });

  it('must have the usual form even with more than 25 characters', async () => {
    expect((await send(`${'x'.repeat(29)} `)).status).toBe(400);
    expect((await send(`${'x'.repeat(29)}\u0007x`)).status).toBe(400);
  });
});
