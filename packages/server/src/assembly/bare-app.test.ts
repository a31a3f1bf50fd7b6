import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { createLogger } from '../http/request-log.ts';
import { heldPromise } from '../testing/outbox.ts';
import { createBareApp } from './bare-app.ts';

it('every server ends a connection with the answer to the request that ran when it was stopped', async () => {
  const app = createBareApp({ logger: createLogger('silent'), hideCardNumbers: (text) => text }, { tellsDocs: true });
  const asked = heldPromise<void>();
  const answered = heldPromise<string>();
  app.get('/slow', () => {
    asked.release();
    return answered.promise;
  });
  // it runs after those of the app itself
  app.addHook('preClose', (done) => {
    answered.release('done');
    done();
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true });
  const connection = new Promise<string | undefined>((resolve, reject) => {
    request({ host: '127.0.0.1', port, path: '/slow', agent }, (response) => {
      response.resume().once('end', () => resolve(response.headers.connection));
    })
      .once('error', reject)
      .end();
  });
  await asked.promise;
  const closing = app.close();
  expect(await connection).toBe('close');
  await closing;
  agent.destroy();
});
