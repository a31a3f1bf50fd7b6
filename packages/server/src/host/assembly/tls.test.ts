import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ConnectionOptions, type TLSSocket, connect as tlsConnect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createAuthority } from '../../testing/certificates.ts';
import { fileResource } from '../../testing/file-resources.ts';
import { type TestServer, testServer } from '../../testing/test-server.ts';
import { WITHIN } from '../../testing/within.ts';

const REQUEST = (id: string) =>
  `GET /V2/cards/X/insurances HTTP/1.1\r\nHost: localhost\r\nX-Request-Id: ${id}\r\nConnection: close\r\n\r\n`;

const folder = mkdtempSync(join(tmpdir(), 'cardwright-tls-'));
const [certFile, keyFile] = [join(folder, 'tls.crt'), join(folder, 'tls.key')];
const FILES = { CARDWRIGHT_TLS_CERT_FILE: certFile, CARDWRIGHT_TLS_KEY_FILE: keyFile };
let server: TestServer;
let port: number;

async function writePair(name: string): Promise<void> {
  const { key, cert } = await authority.issue([name, 'localhost'], []);
  writeFileSync(keyFile, key);
  writeFileSync(certFile, cert);
}

const authority = fileResource(() => createAuthority('Test authority'));
beforeAll(async () => {
  await writePair('first.test');
  server = await testServer({ ...FILES, CARDWRIGHT_TRUSTED_PROXIES: '127.0.0.1' });
  await server.server.app.listen({ host: '127.0.0.1', port: 0 });
  port = (server.server.app.server.address() as AddressInfo).port;
});
const opened = new Set<Socket>();
afterAll(async () => {
  for (const socket of opened) socket.destroy();
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

function open(options: ConnectionOptions = {}): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = tlsConnect({ host: '127.0.0.1', port, servername: 'localhost', ca: authority.ca, ...options }, () =>
      resolve(socket),
    );
    opened.add(socket.once('error', reject));
  });
}

async function readCertificateName(): Promise<string> {
  const socket = await open();
  const { subject } = socket.getPeerCertificate();
  socket.destroy();
  return String(subject.CN);
}

function answerOn(socket: Socket, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    socket.setEncoding('latin1').on('data', (piece: string) => {
      answer += piece;
    });
    socket.once('end', () => resolve(answer)).once('error', reject);
    socket.write(text);
  });
}

const addressIn = async (id: string) => {
  const rows = await server.db.sql<{ from_address: string }>(
    'select from_address from audit_log where request_id = $1',
    [id],
  );
  return rows.map(({ from_address: address }) => address);
};

describe('a server with a certificate', () => {
  it('accepts TLS 1.2 and later, and nothing else', async () => {
    expect(await answerOn(await open(), REQUEST('over-tls'))).toMatch(/^HTTP\/1\.1 401 /);
    expect((await open({ maxVersion: 'TLSv1.2' })).getProtocol()).toBe('TLSv1.2');
    await expect(open({ maxVersion: 'TLSv1.1', minVersion: 'TLSv1' })).rejects.toThrow();
    const plain = connect(port, '127.0.0.1');
    expect(await answerOn(plain, REQUEST('plain'))).not.toContain('HTTP/1.1 401');
  });

  it('accepts the PROXY header of a trusted proxy, which comes before TLS', async () => {
    const raw = connect(port, '127.0.0.1');
    raw.write('PROXY TCP4 192.0.2.7 10.0.0.1 5000 443\r\n');
    expect(await answerOn(await open({ socket: raw }), REQUEST('proxied'))).toMatch(/^HTTP\/1\.1 401 /);
    expect(await addressIn('proxied')).toEqual(['192.0.2.7']);
    expect(await addressIn('over-tls')).toEqual(['127.0.0.1']);
  });

  it('presents a new certificate after its files change, and closes no connection', async () => {
    const before = await open();
    expect(await readCertificateName()).toBe('first.test');
    await writePair('second.test');
    await vi.waitUntil(async () => (await readCertificateName()) === 'second.test', WITHIN);
    expect(await answerOn(before, REQUEST('kept'))).toMatch(/^HTTP\/1\.1 401 /);
  });

  it('keeps its certificate while the files do not match, and logs it', async () => {
    const certificateName = await readCertificateName();
    writeFileSync(keyFile, (await authority.issue(['third.test'], [])).key);
    const hasWarning = () => server.logs.some((line) => line.includes('cannot use the changed TLS certificate'));
    await vi.waitUntil(hasWarning, WITHIN);
    expect(await readCertificateName()).toBe(certificateName);
    await writePair('fourth.test');
    await vi.waitUntil(async () => (await readCertificateName()) === 'fourth.test', WITHIN);
  });
});

describe('a start with TLS', () => {
  it.each([
    ['a certificate without its key', { CARDWRIGHT_TLS_CERT_FILE: certFile }, /must be set together$/],
    ['a file that is not there', { ...FILES, CARDWRIGHT_TLS_KEY_FILE: join(folder, 'none') }, /ENOENT/],
    [
      'a key of another certificate',
      { ...FILES, CARDWRIGHT_TLS_KEY_FILE: join(folder, 'other.key') },
      /does not match the certificate/,
    ],
  ])('is refused with %s', async (_what, settings, reason) => {
    writeFileSync(join(folder, 'other.key'), (await authority.issue(['other.test'], [])).key);
    await expect(testServer(settings as Record<string, string>)).rejects.toThrow(reason);
  });
});
