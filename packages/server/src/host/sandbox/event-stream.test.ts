import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { fastify } from 'fastify';
import { describe, expect, it, vi } from 'vitest';
import { openEventStream } from './event-stream.ts';

describe('an event stream', () => {
  it('ends at once if its reader disconnected before it was opened, so that it takes no place', async () => {
    const app = fastify();
    const onEnd = vi.fn();
    const opened = new Promise<void>((resolve) => {
      app.get('/', async (_request, reply) => {
        reader.destroy();
        await once(reply.raw, 'close');
        openEventStream(reply, onEnd);
        resolve();
      });
    });
    const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
    const reader = connect(Number(port), '127.0.0.1');
    reader.write('GET / HTTP/1.1\r\nhost: cardwright.test\r\n\r\n');
    await opened;
    await setImmediate();
    await app.close();
    expect(onEnd).toHaveBeenCalledTimes(1);
  });
});
