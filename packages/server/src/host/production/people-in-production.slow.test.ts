import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { cookieOf } from '../../testing/callers/demo-sessions.ts';
import {
  comeBack,
  signInAtProvider,
  startIdentityProvider,
  type TestProvider,
} from '../../testing/callers/oidc-provider.ts';
import { createAuthority } from '../../testing/certificates.ts';
import { testDatabase } from '../../testing/database/test-database.ts';
import { fileFolder, fileResource } from '../../testing/file-resources.ts';
import {
  cleanUp,
  dataFolder,
  runServer,
  type ServerProcess,
  startServer,
} from '../../testing/system/server-process.ts';

const PUBLIC_URL = 'https://cards.example';
const BANK = {
  ...{ bank_id: 'REAL', bank_code: '009', name: 'Real Bank', country: 'AE', currency: 'AED' },
  ...{ time_zone: 'Asia/Dubai', products: [] },
};
const PROVIDER = {
  ...{ id: 'staff', name: 'Staff of Real Bank', bank_id: 'REAL' },
  ...{ client_id: 'cardwright', client_secret: 'a-secret-of-some-length', roles_claim: 'groups' },
  roles: [{ role: 'agent', values: ['support'] }],
};
let identity: TestProvider;
let data: string;
const servers: ServerProcess[] = [];

const folder = fileFolder();
const db = fileResource(() => testDatabase());
beforeAll(async () => {
  const key = () => randomBytes(32).toString('base64');
  await writeFile(join(folder, 'keys.json'), JSON.stringify({ master: key(), lookup: key() }), { mode: 0o600 });
  const authority = await createAuthority('Test authority');
  const pair = await authority.issue(['provider.test'], ['127.0.0.1']);
  await writeFile(join(folder, 'ca.pem'), authority.ca);
  await writeFile(join(folder, 'tls.crt'), pair.cert);
  await writeFile(join(folder, 'tls.key'), pair.key);
  const tls = { certFile: join(folder, 'tls.crt'), keyFile: join(folder, 'tls.key'), ca: authority.ca };
  identity = await startIdentityProvider({ publicUrl: PUBLIC_URL, tls });
});
beforeEach(() => {
  data = dataFolder();
});
afterEach(() => cleanUp(servers.splice(0), data));
afterAll(async () => {
  await identity?.close();
});

async function production(issuer?: string) {
  const configuration = join(folder, 'configuration.json');
  const people = issuer === undefined ? {} : { people: { providers: [{ ...PROVIDER, issuer }] } };
  await writeFile(configuration, JSON.stringify({ banks: [BANK], oauth_clients: [], ...people }));
  return {
    CARDWRIGHT_MODE: 'production',
    CARDWRIGHT_DATA_DIR: data,
    CARDWRIGHT_KEY_FILE: join(folder, 'keys.json'),
    CARDWRIGHT_CONFIG_FILE: configuration,
    CARDWRIGHT_PUBLIC_URL: PUBLIC_URL,
    CARDWRIGHT_TRUST_DATABASE_NETWORK: 'true',
    DATABASE_URL: db.url,
    NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'),
  };
}

async function start(issuer?: string): Promise<ServerProcess> {
  const server = await startServer(await production(issuer));
  servers.push(server);
  return server;
}

it('people sign in over TLS, with a cookie that is bound to this host and to TLS; those of a sandbox cannot sign in', async () => {
  const server = await start(identity.issuer);
  await identity.control({ account: { sub: 'amina', name: 'Amina Saleh', groups: ['support'] } });
  const back = await signInAtProvider(server, { account: 'amina', returnTo: '/console/find', at: identity });
  expect(back.cookie).toMatch(/^__Host-cardwright-sign-in=/);
  const answer = await comeBack(server, { ...back, cookie: back.cookie.split('; ')[0]! });
  expect([answer.status, answer.headers.location]).toEqual([302, '/console/find']);
  expect([answer.headers['set-cookie']].flat().map((set) => String(set).replace(/^([^=]+=)[^;]+/, '$1...'))).toEqual([
    '__Host-cardwright-session=...; Path=/; HttpOnly; SameSite=Strict; Secure',
    '__Host-cardwright-sign-in=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0; Secure',
  ]);
  const cookie = cookieOf(answer);
  const { json } = await server.request({ url: '/console/session', headers: { cookie } });
  expect(json).toMatchObject({ subject: `${identity.issuer}#amina`, name: 'Amina Saleh', roles: ['agent'] });

  expect((await server.request({ url: '/console/sign-in' })).json).toEqual({
    providers: [{ id: 'staff', name: 'Staff of Real Bank' }],
  });
  const headers = { origin: PUBLIC_URL, 'x-cardwright-console': '1' };
  const { status } = await server.request({
    method: 'POST',
    url: '/console/session',
    headers,
    payload: { id: 'layla' },
  });
  expect(status).toBe(405);
});

it('a provider over http is refused at the start', async () => {
  const { code, output } = await runServer(await production('http://login.example'));
  expect([code, output.includes('the issuer of staff is not an https:// URL')]).toEqual([1, true]);
});

it('without a provider there is no console', async () => {
  const server = await start();
  for (const url of ['/console/', '/console/sign-in', '/console/session', '/console/sign-in/staff']) {
    expect([url, (await server.request({ url })).status]).toEqual([url, 404]);
  }
});
