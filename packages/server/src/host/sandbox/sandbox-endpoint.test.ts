import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { act } from '../../testing/cards/tokens.ts';
import { fileServer } from '../../testing/test-server.ts';
import { WITHIN } from '../../testing/within.ts';

interface Endpoint {
  endpoint_id: string;
  url: string;
  description: string;
  state: string;
}
interface Received {
  id: string;
  type: string;
  authenticated_by: string;
  details: { token: Record<string, string> };
}

const server = fileServer();
let url: string;
let reference: string;
beforeAll(async () => {
  await server.server.app.listen({ host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${(server.server.app.server.address() as AddressInfo).port}`;
  await server.server.setAddress(url);
  const { json } = await server.request({ method: 'GET', url: '/sandbox/fixtures' });
  reference = (json.tokens as { token_reference: string }[])[0]!.token_reference;
});

async function endpoints(): Promise<Endpoint[]> {
  const { json } = await server.request({ method: 'GET', url: '/sandbox/fixtures' });
  return json.webhook_endpoints as unknown as Endpoint[];
}

async function received(): Promise<Received[]> {
  const { json } = await server.request({ method: 'GET', url: '/V2/webhook/TokenNotification', as: 'demo-bank' });
  return json.notifications as unknown as Received[];
}

/** Changes the fixture token and waits until the bank has received the notification. */
async function changeAndReceive(action: 'suspend' | 'resume'): Promise<Received> {
  const before = (await received()).length;
  expect((await act(server, reference, action)).status).toBe(200);
  await vi.waitUntil(async () => (await received()).length > before, WITHIN);
  return (await received())[0]!;
}

describe('the sandbox as its own receiver', () => {
  it('a change of a token arrives at the bank’s list, signed, and is delivered at the first attempt', async () => {
    const { id, ...suspended } = await changeAndReceive('suspend');
    expect(suspended).toMatchObject({
      type: 'TD',
      authenticated_by: 'SIGNATURE',
      details: { token: { tokenEventIndicator: '6', tokenEventReasonCode: 'TEST', requestorName: 'Demo Wallet' } },
    });
    expect(await changeAndReceive('resume')).toMatchObject({
      type: 'TE',
      details: { token: { tokenEventIndicator: '7' } },
    });
    const [endpoint] = await endpoints();
    const attempts = await vi.waitUntil(async () => {
      const path = `/V2/webhook-endpoints/${endpoint!.endpoint_id}/attempts`;
      const { json } = await server.request({ method: 'GET', url: path, as: 'demo-bank' });
      return (json.attempts as unknown[]).length === 2 && json.attempts;
    }, WITHIN);
    expect(attempts).toMatchObject([
      { type: 'TE', attempt: 1, outcome: 'DELIVERED', http_status: 200 },
      { type: 'TD', attempt: 1, outcome: 'DELIVERED', http_status: 200, notification_id: id },
    ]);
  });

  it('is named by the fixtures', async () => {
    expect(await endpoints()).toEqual([
      {
        endpoint_id: expect.stringMatching(/^[\da-f-]{36}$/),
        url: `${url}/V2/webhook/TokenNotification`,
        description: "The sandbox's own receiver",
        state: 'ACTIVE',
      },
    ]);
  });

  it('moves its one endpoint when it starts on another port, and accepts its new key', async () => {
    const [before] = await endpoints();
    await server.server.setAddress('http://127.0.0.1:1');
    expect(await endpoints()).toEqual([{ ...before!, url: 'http://127.0.0.1:1/V2/webhook/TokenNotification' }]);
    await server.server.setAddress(url);
    expect(await endpoints()).toEqual([before]);
    expect((await changeAndReceive('suspend')).type).toBe('TD');
    expect(await server.db.sql(`select 1 from receiver_keys where bank_id = 'DEMO'`)).toHaveLength(1);
  });

  it('uses the loopback address if it listens on every address', async () => {
    await server.server.setAddress('http://0.0.0.0:9000');
    expect((await endpoints()).map((one) => one.url)).toEqual(['http://127.0.0.1:9000/V2/webhook/TokenNotification']);
    await server.server.setAddress('http://[::]:9000');
    expect((await endpoints()).map((one) => one.url)).toEqual(['http://[::1]:9000/V2/webhook/TokenNotification']);
    await server.server.setAddress(url);
  });

  it('stays paused after its owner paused it', async () => {
    const [endpoint] = await endpoints();
    const path = `/V2/webhook-endpoints/${endpoint!.endpoint_id}`;
    await server.request({ method: 'PATCH', url: path, as: 'demo-bank', payload: { state: 'PAUSED' } });
    await server.server.setAddress(url);
    expect((await endpoints()).map(({ state }) => state)).toEqual(['PAUSED']);
  });
});
