import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { anotherServer } from '../../testing/another-server.ts';
import { nextOf, openTestStream, type StreamedEvents } from '../../testing/event-stream-client.ts';
import { fileResource } from '../../testing/file-resources.ts';
import { fileServer } from '../../testing/test-server.ts';
import { WITHIN } from '../../testing/within.ts';
import { openWorkerCluster } from '../../testing/worker-cluster.ts';
import type { Server } from '../assembly/server.ts';

describe('the streams of one worker', () => {
  /** The server at which the listeners and watchers connect. */
  let first: Server;
  let second: Server;
  const stops: AbortController[] = [];
  const base = fileServer();
  const cluster = fileResource(() => openWorkerCluster(2));
  beforeAll(async () => {
    const [one, other] = cluster.all;
    first = await anotherServer(base, {}, { peerProcesses: one! });
    second = await anotherServer(base, {}, { peerProcesses: other! });
    for (const server of [first, second]) await server.app.listen({ port: 0, host: '127.0.0.1' });
    await vi.waitUntil(() => one!.requesterOf(1) !== undefined && other!.requesterOf(0) !== undefined, WITHIN);
  });
  afterEach(() => {
    for (const stop of stops.splice(0)) stop.abort();
  });
  afterAll(async () => {
    await first?.close();
    await second?.close();
  });

  async function open(path: string, clientId: string): Promise<StreamedEvents> {
    const stop = new AbortController();
    stops.push(stop);
    return openTestStream(`${first.app.listeningOrigin}${path}`, await base.token(clientId), stop.signal);
  }

  async function sendToSecondWorker(clientId: string) {
    const headers = { authorization: `Bearer ${await base.token(clientId)}` };
    await second.app.inject({ url: '/V2/tokens?limit=x', headers });
  }

  it('contain requests of the other worker, which sends nothing while no watcher is connected for that bank', async () => {
    const quiet = cluster.requestCount();
    await sendToSecondWorker('demo-bank');
    expect(cluster.requestCount()).toBe(quiet);
    const events = await open('/sandbox/requests', 'demo-bank');
    await nextOf(events);
    await sendToSecondWorker('other-bank');
    await sendToSecondWorker('demo-bank');
    expect((await nextOf(events)).data).toMatchObject({
      client_id: 'demo-bank',
      operation: 'tokens.list-tokens',
      status: 400,
      findings: [{ path: 'limit' }],
      dropped: 0,
    });
    stops[0]?.abort();
    // the other server is notified that there is no watcher and sends nothing more
    await vi.waitFor(async () => {
      const before = cluster.requestCount();
      await sendToSecondWorker('demo-bank');
      expect(cluster.requestCount()).toBe(before);
    }, WITHIN);
  });

  it('end a delivery at the other worker without an answer as soon as the listener disconnects', async () => {
    const events = await open('/sandbox/notifications', 'demo-bank');
    const { listener_id: id } = (await nextOf(events)).data;
    const deliver = () =>
      second.app.inject({ method: 'POST', url: `/sandbox/notifications/${id}`, payload: { event: 'ping' } });
    const waiting = deliver();
    const { delivery_id } = (await nextOf(events)).data;
    // another bank cannot answer the notification, at any server
    const refused = await second.app.inject({
      method: 'POST',
      url: `/sandbox/notifications/${id}/answers/${delivery_id}`,
      headers: { authorization: `Bearer ${await base.token('other-bank')}` },
      payload: { status: 200, body: '' },
    });
    expect(refused.statusCode).toBe(404);
    const begunAt = performance.now();
    stops[0]?.abort();
    expect((await waiting).statusCode).toBe(503);
    expect((await deliver()).statusCode).toBe(503);
    expect(performance.now() - begunAt).toBeLessThan(7_000);
  });
});
