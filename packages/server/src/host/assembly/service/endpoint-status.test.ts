import type { ServiceStatus } from '@cardwright/contract';
import { describe, expect, it, vi } from 'vitest';
import { signInDemo } from '../../../testing/callers/demo-sessions.ts';
import { issueCard } from '../../../testing/cards/issued-cards.ts';
import { newToken } from '../../../testing/cards/tokens.ts';
import { fileServer } from '../../../testing/test-server.ts';
import { answersCode, answersOk, answersStatus, startReceiver } from '../../../testing/webhook-receiver.ts';
import { registerWebhook, webhooks } from '../../../testing/webhooks.ts';
import { WITHIN } from '../../../testing/within.ts';

describe("the endpoints of the operator's page", () => {
  const server = fileServer();

  const endpointOf = async (id: string) => {
    const { send } = await signInDemo(server, 'karim');
    const { status, json } = await send('GET', '/console/service-status');
    expect(status).toBe(200);
    return (json as unknown as ServiceStatus).endpoints.find(({ endpoint_id }) => endpoint_id === id);
  };
  const failureOf = async (id: string) => (await endpointOf(id))?.last_failure;
  const notify = async () => {
    const card = await issueCard(server);
    await newToken(server, card.exid);
  };

  it('say why the last attempt failed and when, without the URL, the message and the response', async () => {
    const receiver = await startReceiver({ tls: 'none' });
    receiver.behave(answersStatus(500, {}, 'stack trace of the receiver'));
    const { id } = await registerWebhook(server, { url: `${receiver.url}/hooks/secret-path?key=secret` });
    await notify();
    await vi.waitFor(async () => {
      expect(await failureOf(id)).toEqual({
        at: '2026-11-20T08:00:00.000Z',
        outcome: 'REJECTED',
        http_status: 500,
        reason: 'HTTP 500',
      });
    }, WITHIN);
    const text = JSON.stringify(await endpointOf(id));
    for (const secret of ['secret', 'stack trace', receiver.received[0]!.body]) expect(text).not.toContain(secret);

    // the receiver is gone: the next attempt fails for another reason
    await receiver.close();
    server.clock.advance(6_000);
    await vi.waitFor(async () => {
      expect(await failureOf(id)).toEqual({
        at: '2026-11-20T08:00:06.000Z',
        outcome: 'UNREACHABLE',
        http_status: null,
        reason: 'the connection was refused',
      });
    }, WITHIN);
    await webhooks(server, `/${id}`, { method: 'DELETE' });
  });

  it('leave out a reason that quotes the receiver, and are no longer there when deliveries succeed', async () => {
    const receiver = await startReceiver({ tls: 'none' });
    receiver.behave(answersCode('quoted'), answersOk);
    const { id } = await registerWebhook(server, { url: receiver.url });
    await notify();
    await vi.waitFor(async () => {
      expect(await failureOf(id)).toMatchObject({ outcome: 'REJECTED', http_status: 200, reason: null });
    }, WITHIN);
    const { json } = await webhooks(server, `/${id}/attempts`);
    expect(json.attempts).toMatchObject([{ reason: 'the response\'s code is "quoted"' }]);
    server.clock.advance(6_000);
    await vi.waitFor(async () => expect(await endpointOf(id)).toBeUndefined(), WITHIN);
    await receiver.close();
  });
});
