import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addRootKey, openVault, readKeyFile, removeRootKeys, sandboxKeys } from '../../platform/vault/index.ts';
import { testDatabase } from '../../testing/database/test-database.ts';
import { fileFolder, fileResource } from '../../testing/file-resources.ts';
import { cleanUp, runServer, type ServerProcess, startServer } from '../../testing/system/server-process.ts';
import { applyConfiguration } from '../configuration/apply-configuration.ts';
import type { Configuration } from '../configuration/configuration-schema.ts';

const BANK: Configuration['banks'][number] = {
  bank_id: 'REAL',
  bank_code: '009',
  name: 'Real Bank',
  country: 'AE',
  currency: 'AED',
  time_zone: 'Asia/Dubai',
  products: [],
};
let keyFile: string;

const db = fileResource(() => testDatabase());
const folder = fileFolder();
beforeAll(async () => {
  keyFile = join(folder, 'keys.json');
  const key = () => randomBytes(32).toString('base64');
  await writeFile(keyFile, JSON.stringify({ master: key(), lookup: key() }), { mode: 0o600 });
  await openVault(db.database, await readKeyFile(keyFile));
  await applyConfiguration(db.database, { banks: [BANK], oauth_clients: [] }, { sandbox: false });
});

/** Starts a real production server on the database with some settings replaced. Returns its output when it ends. */
async function refused(environment: Record<string, string | undefined> = {}): Promise<string[]> {
  const settings = {
    CARDWRIGHT_MODE: 'production',
    CARDWRIGHT_DATA_DIR: folder,
    CARDWRIGHT_KEY_FILE: keyFile,
    DATABASE_URL: db.url,
    // the database of the tests may be on local TCP
    CARDWRIGHT_TRUST_DATABASE_NETWORK: 'true',
    ...environment,
  };
  const set = Object.entries(settings).filter(([, value]) => value !== undefined) as [string, string][];
  const { code, output } = await runServer(Object.fromEntries(set));
  expect(code).toBe(1);
  expect(output).not.toContain('ready http');
  return output
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('{') && !line.startsWith('(node:'))
    .map((line) => line.replace('Cardwright could not start: ', ''));
}

describe('production does not start with settings of a sandbox', () => {
  it('without keys', async () => {
    expect(await refused({ CARDWRIGHT_KEY_FILE: undefined })).toEqual([
      'production requires keys: set CARDWRIGHT_KEY_FILE (to create a key file, run "cardwright keys generate")',
    ]);
  });

  it('with keys that a sandbox made for itself, whatever the file, its path and its format', async () => {
    const dataDir = await mkdtemp(join(folder, 'data-'));
    const made = await sandboxKeys(dataDir);
    const { master, lookup } = JSON.parse(await readFile(made.path!, 'utf8'));
    const own = () => randomBytes(32).toString('base64');
    const remedy = 'production requires its own keys: to create a key file, run "cardwright keys generate"';
    const copies = {
      'moved.json': { master, lookup },
      'without-versions.json': { master: master[1], lookup: lookup[1] },
      'other-versions.json': { master: { 4: master[1] }, lookup: { 1: own(), 9: lookup[1] } },
      'master-alone.json': { lookup: own(), master: { 1: own(), 2: master[1] } },
    };
    for (const [name, content] of Object.entries(copies)) {
      const path = join(folder, name);
      await writeFile(path, JSON.stringify(content), { mode: 0o600 });
      expect(await refused({ CARDWRIGHT_KEY_FILE: path })).toEqual([
        `CARDWRIGHT_KEY_FILE: ${path} holds keys that a sandbox generated: ${remedy}`,
      ]);
    }
    const moved = join(folder, 'moved.json');
    // a rotation replaces the sandbox's first keys, but the key file stays the sandbox's
    await addRootKey(moved, 'master', 2);
    await addRootKey(moved, 'lookup', 2);
    await removeRootKeys(moved, { master: [1], lookup: [1] });
    expect((await refused({ CARDWRIGHT_KEY_FILE: moved }))[0]).toContain('holds keys that a sandbox generated');
  });

  it.each([
    ['a key of zeros', { master: Buffer.alloc(32), lookup: randomBytes(32) }, '"master" version 1 is no random key'],
    [
      'a text that repeats',
      { master: randomBytes(32), lookup: Buffer.from('secret!!'.repeat(4)) },
      '"lookup" version 1 is no random key',
    ],
    [
      'numbers that count',
      { master: Buffer.from(Array.from({ length: 32 }, (_, at) => at)), lookup: randomBytes(32) },
      '"master" version 1 is no random key',
    ],
    [
      'one key for both uses',
      {
        master: Buffer.alloc(32, 'abcdefghijklmnop0123456789'),
        lookup: Buffer.alloc(32, 'abcdefghijklmnop0123456789'),
      },
      '"master" version 1 and "lookup" version 1 are the same key',
    ],
  ])('with %s', async (_what, { master, lookup }, problem) => {
    const path = join(folder, `${randomBytes(4).toString('hex')}.json`);
    const content = { master: master.toString('base64'), lookup: lookup.toString('base64') };
    await writeFile(path, JSON.stringify(content), { mode: 0o600 });
    expect(await refused({ CARDWRIGHT_KEY_FILE: path })).toEqual([
      `CARDWRIGHT_KEY_FILE: ${path}: ${problem}: to create a key file, run "cardwright keys generate"`,
    ]);
  });

  it('with a public address over http', async () => {
    expect(await refused({ CARDWRIGHT_PUBLIC_URL: 'http://cards.example' })).toEqual([
      'CARDWRIGHT_PUBLIC_URL is not an https:// URL, so callers would send their secrets and tokens unencrypted: put TLS ' +
        'in front of the server, and set its https:// URL',
    ]);
  });

  it.each([
    ['', 'DATABASE_URL'],
    ['?sslmode=disable', 'DATABASE_URL'],
    ['?sslmode=no-verify', 'DATABASE_URL'],
    ['?ssl=0', 'DATABASE_URL'],
    ['?uselibpqcompat=true&sslmode=require', 'DATABASE_URL'],
    ['', 'CARDWRIGHT_OWNER_DATABASE_URL'],
  ])('with a database over TCP without verified TLS: %s in %s', async (query, name) => {
    const sound = 'postgres://nobody@127.0.0.1:9/nothing?sslmode=verify-full';
    const urls = { DATABASE_URL: sound, [name]: `postgres://nobody@127.0.0.1:9/nothing${query}` };
    const unset = { CARDWRIGHT_TRUST_DATABASE_NETWORK: undefined };
    expect(await refused({ ...urls, ...unset })).toEqual([
      `${name} reaches the database over TCP without verified TLS, so others on the network can read card data and ` +
        'passwords, or pose as the database: add sslmode=verify-full (and sslrootcert=<file> for your own CA), ' +
        'or set CARDWRIGHT_TRUST_DATABASE_NETWORK=true if that network is private',
    ]);
    for (const tried of [urls, { ...unset, DATABASE_URL: sound }]) {
      expect((await refused(tried)).join('\n')).toContain('ECONNREFUSED');
    }
  });

  it('with certificates unchecked', async () => {
    expect(await refused({ NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toEqual([
      'NODE_TLS_REJECT_UNAUTHORIZED=0 makes Node accept any certificate, so webhooks could be sent to anyone: unset it; ' +
        'to add CA certificates, set CARDWRIGHT_WEBHOOK_CA_FILE',
    ]);
  });

  it('with a configuration that gives a caller a published secret', async () => {
    const path = join(folder, 'banks.json');
    const client = { client_id: 'acme-core', kind: 'bank', bank_id: 'REAL', scopes: [], secret: 'demo-bank-secret' };
    await writeFile(path, JSON.stringify({ banks: [BANK], oauth_clients: [client] }));
    expect(await refused({ CARDWRIGHT_CONFIG_FILE: path })).toEqual([
      'CARDWRIGHT_CONFIG_FILE gives acme-core a secret of the sandbox, which is public: ' +
        'give each caller its own secret',
    ]);
    expect(await db.sql('select client_id from oauth_clients')).toEqual([]);
  });

  it('with a screening provider that only a sandbox may send to', async () => {
    const path = join(folder, 'acquirers.json');
    const acquirer = (id: string, url: string) => ({ acquirer_id: id, name: id, screening: { url } });
    const acquirers = [
      acquirer('PLAIN', 'http://screening.example/check'),
      acquirer('INSIDE', 'https://192.168.1.1/check'),
      acquirer('GOOD', 'https://screening.example/check'),
    ];
    await writeFile(path, JSON.stringify({ banks: [BANK], acquirers, oauth_clients: [] }));
    expect(await refused({ CARDWRIGHT_CONFIG_FILE: path })).toEqual([
      'CARDWRIGHT_CONFIG_FILE: production does not send merchants to the screening provider of PLAIN (must be https), INSIDE ' +
        '(must be a public address): give it an https:// URL with a public address',
    ]);
    expect(await db.sql('select acquirer_id from acquirers')).toEqual([]);
  });

  it('with an endpoint for anchors of the audit log that only a sandbox may send to', async () => {
    const secret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
    const endpoint = (url: string) => ({ url, secret });
    const endpoints = ['http://anchors.example/a', 'https://10.0.0.1/b', 'https://anchors.example/c'].map(endpoint);
    expect(await refused({ CARDWRIGHT_AUDIT_ANCHOR_ENDPOINTS: JSON.stringify(endpoints) })).toEqual([
      'CARDWRIGHT_AUDIT_ANCHOR_ENDPOINTS: production does not send anchors to anchors.example (must be https), 10.0.0.1 ' +
        '(must be a public address): give it an https:// URL with a public address',
    ]);
  });

  it('with merchants that are approved automatically', async () => {
    expect(await refused({ CARDWRIGHT_SANDBOX_AUTO_APPROVE: 'true' })).toEqual([
      'CARDWRIGHT_SANDBOX_AUTO_APPROVE is only for the sandbox: in production, people approve',
    ]);
  });

  it('with outside issuers whose keys come over http', async () => {
    const issuer = (name: string, url: string) => ({ issuer: name, jwks_url: url, audience: 'cards' });
    const issuers = [
      issuer('plain', 'http://10.0.0.1/jwks'),
      issuer('sound', 'https://login.example/jwks'),
      issuer('loopback', 'http://127.0.0.1/jwks'),
    ];
    expect(await refused({ CARDWRIGHT_TRUSTED_ISSUERS: JSON.stringify(issuers) })).toEqual([
      'CARDWRIGHT_TRUSTED_ISSUERS: the keys of plain, loopback are not served over https, so anyone on the network path can forge ' +
        'their tokens: set a jwks_url that begins with https://',
    ]);
  });

  it('and reports all problems at once', async () => {
    const lines = await refused({ CARDWRIGHT_KEY_FILE: undefined, NODE_TLS_REJECT_UNAUTHORIZED: '0' });
    expect(lines.map((line) => line.split(' ')[0])).toEqual(['production', 'NODE_TLS_REJECT_UNAUTHORIZED=0']);
  });
});

describe('production does not start on a database with data of a sandbox:', () => {
  beforeEach(async () => {
    await db.sql('delete from oauth_clients');
    await db.sql('delete from webhook_endpoints');
    await db.sql('delete from sandbox_clock');
    await db.sql('delete from acquirers');
    await db.sql("update banks set sandbox = false where bank_id = 'REAL'");
  });

  it('callers of the sandbox, unless they are disabled', async () => {
    const client = (id: string, secret: string) =>
      ({
        client_id: id,
        secret,
        kind: 'bank',
        bank_id: 'REAL',
        scopes: [],
      }) satisfies Configuration['oauth_clients'][number];
    const clients = [client('demo-bank', 'demo-bank-secret'), client('tester', 'a secret of some length')];
    const configuration = { banks: [], oauth_clients: clients };
    // this client is not marked as a sandbox's, but has the published secret
    await applyConfiguration(db.database, configuration, { sandbox: false });
    await db.sql("update oauth_clients set sandbox = client_id = 'tester'");
    expect(await refused()).toEqual([
      'this database holds sandbox credentials: production does not start on it, because anyone can sign in as ' +
        'demo-bank, tester: use a separate database, or set these callers disabled in oauth_clients',
    ]);
    await db.sql('update oauth_clients set disabled = true');
    await starts();
  });

  it('a bank of the sandbox', async () => {
    await db.sql("update banks set sandbox = true where bank_id = 'REAL'");
    expect(await refused()).toEqual([
      "this database holds the sandbox's bank REAL, whose card numbers are public: " +
        'use a separate database (DATABASE_URL)',
    ]);
  });

  it('an acquirer of the sandbox', async () => {
    await db.sql(
      "insert into acquirers (acquirer_id, name, configuration, sandbox) values ('DEMO', 'Demo', '{}', true)",
    );
    expect(await refused()).toEqual([
      "this database holds the sandbox's acquirer DEMO, whose merchants no one approved: " +
        'use a separate database (DATABASE_URL)',
    ]);
  });

  it('endpoints over http or in a private network, unless they are disabled', async () => {
    const add = (id: string, url: string, tokenUrl: string | null = null) =>
      db.sql(
        `insert into webhook_endpoints (bank_id, endpoint_id, owner_kind, owner_id, url, state, max_in_flight,
           oauth_token_url, oauth_client_id, sealed_oauth_secret, oauth_key_version, created_at, changed_at)
         values ('REAL', $1, 'bank', 'REAL', $2, 'PAUSED', 1, $3::text, case when $3::text is not null then 'x' end,
           case when $3::text is not null then '\\x00'::bytea end, case when $3::text is not null then 1 end, now(), now())`,
        [id, url, tokenUrl],
      );
    await add('e1', 'http://bank.example/notifications');
    await add('e2', 'https://10.1.2.3/notifications');
    await add('e3', 'https://bank.example/notifications', 'https://localhost/token');
    await add('e4', 'https://bank.example/more', 'https://bank.example/token');
    expect(await refused()).toEqual([
      'production does not send to the webhook endpoints e1 of REAL (must be https), e2 of REAL (must be a public ' +
        'address), e3 of REAL (must be a public address): have the banks change them to https:// and public ' +
        'addresses while the sandbox runs, or set them DISABLED in webhook_endpoints',
    ]);
    await db.sql("update webhook_endpoints set state = 'DISABLED', disabled_reason = 'of the sandbox'");
    await starts();
  });

  it('a clock that was moved', async () => {
    await db.sql('insert into sandbox_clock (offset_ms) values (93600000)');
    expect(await refused()).toEqual([
      "the sandbox's clock of this database was moved 26 hours ahead, so its data is dated in the future: " +
        'use a separate database (DATABASE_URL)',
    ]);
  });

  it('a receiver key that the sandbox made for itself', async () => {
    await db.sql(
      "insert into receiver_keys (bank_id, key_mark, source, sealed_key, key_version, content_version) values ('REAL', '\\x01', 'SANDBOX', '\\x02', 1, 1)",
    );
    expect(await refused()).toEqual([
      'REAL would accept notifications signed with a key that a sandbox generated: use a separate database, ' +
        "or delete the rows with source 'SANDBOX' from receiver_keys",
    ]);
    await db.sql('delete from receiver_keys');
  });

  /** Checks that production starts and serves no sandbox path. */
  async function starts(): Promise<void> {
    const data = await mkdtemp(join(folder, 'data-'));
    const servers: ServerProcess[] = [];
    try {
      const environment = { CARDWRIGHT_MODE: 'production', CARDWRIGHT_DATA_DIR: data, CARDWRIGHT_KEY_FILE: keyFile };
      const database = { DATABASE_URL: db.url, CARDWRIGHT_TRUST_DATABASE_NETWORK: 'true' };
      servers.push(await startServer({ ...environment, ...database }));
      expect((await servers[0]!.request({ url: '/sandbox/fixtures' })).status).toBe(404);
    } finally {
      await cleanUp(servers, data);
    }
  }
});
