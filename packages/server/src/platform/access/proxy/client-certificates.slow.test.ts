import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type CallerAnswer,
  type ClientAuthority,
  callersOf,
  type IssuedCertificate,
  openClientAuthority,
  writeAuthorities,
} from '../../../testing/callers/client-certificates.ts';
import { createAuthority } from '../../../testing/certificates.ts';
import { type TestServer, testServer } from '../../../testing/test-server.ts';
import { WITHIN } from '../../../testing/within.ts';

const folder = mkdtempSync(join(tmpdir(), 'cardwright-clients-'));
const file = (name: string) => join(folder, name);
const TLS = { CARDWRIGHT_TLS_CERT_FILE: file('tls.crt'), CARDWRIGHT_TLS_KEY_FILE: file('tls.key') };
let first: ClientAuthority;
let second: ClientAuthority;
let right: IssuedCertificate;
let other: IssuedCertificate;
let server: TestServer;
let callers: ReturnType<typeof callersOf>;

beforeAll(async () => {
  const authority = await createAuthority('Test authority');
  const { key, cert } = await authority.issue(['localhost'], ['127.0.0.1']);
  writeFileSync(TLS.CARDWRIGHT_TLS_CERT_FILE, cert);
  writeFileSync(TLS.CARDWRIGHT_TLS_KEY_FILE, key);
  [first, second] = [openClientAuthority(folder, 'first'), openClientAuthority(folder, 'second')];
  [right, other] = [first.issue('right'), first.issue('other')];
  writeAuthorities(file('clients.pem'), first);
  server = await testServer({ ...TLS, CARDWRIGHT_CLIENT_CA_FILE: file('clients.pem') });
  await server.server.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.app.server.address() as AddressInfo;
  callers = callersOf(() => `https://127.0.0.1:${port}`, authority.ca);
});
afterAll(async () => {
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

const tokenOf = async (answer: Promise<CallerAnswer>): Promise<string> => (await answer).json.access_token;
const outcomeOf = ({ status, json }: CallerAnswer) => `${status} ${json.detail ?? json.error_description ?? ''}`.trim();
const BOUND = '401 The access token is bound to a client certificate: send it over a connection with that certificate';

describe('a token requested with a client certificate', () => {
  it('is bound to the certificate, and is valid only with it', async () => {
    const token = await tokenOf(callers.requestToken(right));
    expect(decodeJwt(token).cnf).toEqual({ 'x5t#S256': right.thumbprint });
    expect(outcomeOf(await callers.useToken(token, right))).toBe('200');
    expect(outcomeOf(await callers.useToken(token))).toBe(BOUND);
    expect(outcomeOf(await callers.useToken(token, other))).toBe(BOUND);
  });

  it('is unbound if it was requested without one, and is valid with any certificate', async () => {
    const token = await tokenOf(callers.requestToken());
    expect(decodeJwt(token).cnf).toBeUndefined();
    expect(outcomeOf(await callers.useToken(token))).toBe('200');
    expect(outcomeOf(await callers.useToken(token, other))).toBe('200');
  });

  it('is announced in the metadata of the server', async () => {
    const { json } = await callers.send('/.well-known/oauth-authorization-server', {});
    expect(json.tls_client_certificate_bound_access_tokens).toBe(true);
  });
});

describe('a client certificate that does not count', () => {
  it.each([
    ['that ended', () => first.issue('ended', -1), 'CERT_HAS_EXPIRED'],
    ['of another authority', () => second.issue('stranger'), 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  ])('%s, gets no token and makes no token valid', async (_what, issue, problem) => {
    const [certificate, token] = [issue(), await tokenOf(callers.requestToken())];
    const wrong = `401 The client certificate is not accepted: its verification failed with ${problem}`;
    expect(outcomeOf(await callers.requestToken(certificate))).toBe(wrong);
    expect(outcomeOf(await callers.useToken(token, certificate))).toBe(wrong);
  });

  it('may accompany a probe, which needs no authentication', async () => {
    expect((await callers.send('/healthz', { presented: second.issue('probe') })).status).toBe(200);
  });
});

describe('other authorities in the file', () => {
  it('apply from the next connection on, and open connections end with their next answer', async () => {
    const token = await tokenOf(callers.requestToken(right));
    const open = await callers.open(right);
    const used = new Promise<void>((resolve) => open.once('close', () => resolve()));
    writeAuthorities(file('clients.pem'), second);
    const stranger = second.issue('at-home');
    await vi.waitUntil(async () => (await callers.requestToken(stranger)).status === 200, WITHIN);
    expect(outcomeOf(await callers.useToken(token, right))).toBe(
      '401 The client certificate is not accepted: its verification failed with UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    );
    // the connection was idle, so the server may close it before the request
    const last = open.destroyed ? undefined : await callers.useToken(token, right, { on: open }).catch(() => undefined);
    if (last !== undefined) expect([last.status, last.connection]).toEqual([200, 'close']);
    await used;
    writeAuthorities(file('clients.pem'), first, second);
    await vi.waitUntil(async () => (await callers.requestToken(right)).status === 200, WITHIN);
  });

  it('that cannot be read change nothing, and a log line reports them', async () => {
    writeFileSync(file('clients.pem'), 'nothing of use');
    await vi.waitUntil(() => server.logs.some((line) => line.includes('clients.pem has no certificate')), WITHIN);
    expect((await callers.requestToken(right)).status).toBe(200);
  });
});

describe('a certificate that a proxy has checked', () => {
  const HEADER = 'X-Client-Certificate';
  const outcomeWith = async (environment: Record<string, string>, value: string | undefined) => {
    const behind = await testServer(environment);
    try {
      const headers = value === undefined ? {} : { [HEADER]: value };
      const payload = { grant_type: 'client_credentials', client_id: 'demo-bank', client_secret: 'demo-bank-secret' };
      const { json, status } = await behind.request({ method: 'POST', url: '/oauth2/token', headers, payload });
      const token = String(json.access_token);
      const use = async (more: Record<string, string>) => {
        const requestHeaders = { authorization: `Bearer ${token}`, ...more };
        return (await behind.request({ method: 'GET', url: '/V2/clients', headers: requestHeaders })).status;
      };
      const cnf = status === 200 ? decodeJwt(token).cnf : outcomeOf({ status, json, connection: undefined });
      return { cnf, uses: [await use({}), await use(headers), await use({ [HEADER]: other.der })] };
    } finally {
      await behind.close();
    }
  };
  const TRUSTED = { CARDWRIGHT_TRUSTED_PROXIES: '127.0.0.1', CARDWRIGHT_CLIENT_CERTIFICATE_HEADER: HEADER };

  it.each([
    ['as RFC 9440 writes it', () => `:${right.der}:`],
    ['as HAProxy does', () => right.der],
    ['as nginx does', () => encodeURIComponent(right.cert)],
  ])('counts from a trusted proxy, %s', async (_how, value) => {
    const bound = { 'x5t#S256': right.thumbprint };
    expect(await outcomeWith(TRUSTED, value())).toEqual({ cnf: bound, uses: [401, 200, 401] });
  });

  it('is refused from any other sender', async () => {
    const { cnf } = await outcomeWith({ ...TRUSTED, CARDWRIGHT_TRUSTED_PROXIES: '192.0.2.1' }, right.der);
    const why = 'the header x-client-certificate is accepted only from a trusted proxy';
    expect(cnf).toBe(`401 The client certificate is not accepted: ${why}`);
  });

  it('is refused if it cannot be read or has expired', async () => {
    const unreadable = await outcomeWith(TRUSTED, 'no certificate');
    expect(unreadable.cnf).toBe(
      '401 The client certificate is not accepted: what the proxy forwards of it cannot be read',
    );
    const ended = await outcomeWith(TRUSTED, first.issue('ended-behind', -1).der);
    expect(ended.cnf).toBe('401 The client certificate is not accepted: it is not valid now');
  });

  it('is ignored if no setting names its header', async () => {
    const { cnf, uses } = await outcomeWith({ CARDWRIGHT_TRUSTED_PROXIES: '127.0.0.1' }, right.der);
    expect([cnf, uses]).toEqual([undefined, [200, 200, 200]]);
  });
});

describe('a start with client certificates', () => {
  it.each([
    [{ CARDWRIGHT_CLIENT_CA_FILE: file('tls.crt') }, /^CARDWRIGHT_CLIENT_CA_FILE is for a server with/],
    [{ ...TLS, CARDWRIGHT_CLIENT_CA_FILE: file('none') }, /ENOENT/],
    [{ ...TLS, CARDWRIGHT_CLIENT_CA_FILE: file('tls.crt') }, /has a certificate that is not a CA certificate/],
    [{ CARDWRIGHT_CLIENT_CERTIFICATE_HEADER: 'X' }, /needs CARDWRIGHT_TRUSTED_PROXIES: anyone can send a header$/],
  ])('is refused with incomplete or unusable settings: %j', async (settings, reason) => {
    await expect(testServer(settings as Record<string, string>)).rejects.toThrow(reason);
  });
});
