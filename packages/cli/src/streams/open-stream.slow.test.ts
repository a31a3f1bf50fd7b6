import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Cardwright } from '@cardwright/sdk';
import { expect, it, vi } from 'vitest';
import { collectGarbage } from '../../../server/src/testing/collect-garbage.ts';
import { WITHIN } from '../../../server/src/testing/within.ts';
import { openStream } from './open-stream.ts';

it('ends when it is stopped, even after a garbage collection of Node, and closes its connection', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('event: open\ndata: {}\n\n');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = new Cardwright({ baseUrl, accessToken: () => 'token', sourceApplication: 'CLI' });
  const stop = new AbortController();
  const events: string[] = [];
  const read = (async () => {
    for await (const { event } of openStream(client, '/sandbox/notifications', stop.signal)) events.push(event);
  })();
  await vi.waitFor(() => expect(events).toEqual(['open']), WITHIN);
  await collectGarbage();
  stop.abort();
  await read;
  // `close` calls back when no connection is left.
  await new Promise((resolve) => server.close(resolve));
});
