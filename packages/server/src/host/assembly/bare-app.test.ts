import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectByTls } from 'node:tls';
import { expect, it } from 'vitest';
import { createLogger } from '../../platform/http/request-log.ts';
import { createAuthority } from '../../testing/certificates.ts';
import { deferredPromise } from '../../testing/outbox.ts';
import { createBareApp } from './bare-app.ts';

it('every server closes a connection after the answer to the request that was running when it stopped', async () => {
  const app = createBareApp(
    { logger: createLogger('silent'), maskCardNumbers: (text) => text },
    { mentionsDocs: true },
  );
  const arrival = deferredPromise<void>();
  const answered = deferredPromise<string>();
  app.get('/slow', () => {
    arrival.release();
    return answered.promise;
  });
  // this hook runs after those of the app itself
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
  await arrival.promise;
  const closing = app.close();
  expect(await connection).toBe('close');
  await closing;
  agent.destroy();
});

/** In milliseconds. Longer than a stop takes on a busy machine, but shorter than the timeout of a request head. */
const STOPPED_MS = 8_000;

it.each(['without TLS', 'by TLS', 'by TLS, before its handshake'])(
  'a connection %s on which nothing was sent does not delay the stop',
  async (how) => {
    const folder = mkdtempSync(join(tmpdir(), 'cardwright-quiet-'));
    const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const { key, cert } = await (await createAuthority('quiet')).issue(['localhost'], []);
    writeFileSync(keyFile, key);
    writeFileSync(certFile, cert);
    const tls = how === 'without TLS' ? undefined : { keyFile, certFile, clientCaFile: undefined };
    const deps = { logger: createLogger('silent'), maskCardNumbers: (text: string) => text, tls };
    const app = createBareApp(deps, { mentionsDocs: false });
    await app.listen({ host: '127.0.0.1', port: 0 });
    const at = { host: '127.0.0.1', port: (app.server.address() as AddressInfo).port };
    const taken = once(app.server, how === 'by TLS' ? 'secureConnection' : 'connection');
    const socket = how === 'by TLS' ? connectByTls({ ...at, rejectUnauthorized: false }) : connect(at);
    const ended = once(
      socket.resume().on('error', () => {}),
      'close',
    );
    await taken;
    const began = performance.now();
    await app.close();
    expect(performance.now() - began).toBeLessThan(STOPPED_MS);
    await ended;
    rmSync(folder, { recursive: true });
  },
);
