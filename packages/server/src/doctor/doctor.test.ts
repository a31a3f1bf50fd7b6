import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { merchantBody, onboard, requestOf } from '../testing/merchants.ts';
import { testDatabase } from '../testing/test-database.ts';
import { type TestServer, testServer } from '../testing/test-server.ts';
import { startReceiver, type WebhookReceiver } from '../testing/webhook-receiver.ts';
import { webhooks } from '../testing/webhooks.ts';
import { generateKeyFile } from '../vault/index.ts';
import { type CheckResult, examineDeployment } from './index.ts';
import { judgeNode, judgeSpace } from './machine-checks.ts';

let server: TestServer;
let folder: string;
beforeAll(async () => {
  server = await testServer();
  folder = await mkdtemp(join(tmpdir(), 'cardwright-doctor-'));
  // a test's database sees servers of many months; this one's clock is the system's
  await server.db.sql("update audit_queue set at = now() where at < now() - interval '1 minute'");
});
afterAll(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

const tell = () => {};

function examine(
  environment: Record<string, string> = {},
  more: { systemNow?: () => Date } = {},
): Promise<CheckResult[]> {
  const settings = { DATABASE_URL: server.db.url, CARDWRIGHT_DATA_DIR: server.dataDir, ...environment };
  return examineDeployment(settings, { tell, ...more });
}

/** `status  detail` of the lines of one name. */
function linesOf(results: readonly CheckResult[], name: string): string[] {
  return results.filter((result) => result.name === name).map(({ status, detail }) => `${status}  ${detail}`);
}

/** What is said by these names, after the database was broken and before it is mended. */
async function broken(names: readonly string[], breaking: string, mending: string): Promise<string[][]> {
  await server.db.sql(breaking);
  try {
    const results = await examine();
    return names.map((name) => linesOf(results, name));
  } finally {
    await server.db.sql(mending);
  }
}

async function countAll(): Promise<Record<string, string>> {
  const tables = await server.db.sql<{ name: string }>(
    "select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  );
  const counts: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await server.db.sql<{ hash: string }>(
      `select md5(string_agg(t::text, '' order by t::text)) as hash from only ${name} t`,
    );
    counts[name] = row!.hash;
  }
  return counts;
}

describe('a healthy deployment', () => {
  it('passes every check, and is left as it was to the last row', async () => {
    // what the server itself writes every few seconds is not the doctor's
    const byItself = /^(key_holders$|audit_(queue|chain|seals))/;
    const without = (counts: Record<string, string>) =>
      Object.fromEntries(Object.entries(counts).filter(([table]) => !byItself.test(table)));
    const before = await countAll();
    const results = await examine();
    expect(without(await countAll())).toEqual(without(before));
    // the tests' database does without fsync
    const others = results.filter(({ name }) => name !== 'fsync');
    expect(others.filter(({ status }) => status !== 'pass')).toEqual([]);
    expect(others.map(({ name }) => name)).toEqual([
      'node version',
      'settings',
      'configuration',
      'database connection',
      'public address',
      'database reachable',
      'migrations',
      'database version',
      'database encoding',
      'full_page_writes',
      'synchronous_commit',
      'archiving',
      'database sessions',
      'database connections',
      'server role',
      'audit log append-only',
      'clock',
      'partitions',
      'database of the mode',
      'key file',
      'keys of the database',
      'key rotation',
      'banks',
      'time zones',
      'callers',
      'card bureau',
      'acquirers',
      'screening providers',
      'screening',
      'webhook authorities',
      'webhook endpoints',
      'outbox',
      'audit chain',
      'disk space',
      'embossing folder',
      'card life: client',
      'card life: account',
      'card life: card',
      'card life: authorization',
      'card life: reversal',
      'card life: restriction',
      'card life: lost',
      'card life: rolled back',
    ]);
    expect(linesOf(results, 'card life: authorization')).toEqual(['pass  Action_Code 00 APPROVED']);
    expect(linesOf(results, 'card life: restriction')).toEqual(['pass  Action_Code 62 RESTRICTED_ANY']);
    expect(linesOf(results, 'card life: lost')).toEqual(['pass  Action_Code 41 CARD_LOST']);
  });

  it('has each of its lines in docs/operating.md', async () => {
    const operating = await readFile(new URL('../../../../docs/operating.md', import.meta.url), 'utf8');
    const section = operating.slice(
      operating.indexOf('### Doctor'),
      operating.indexOf('## Tokens of an outside issuer'),
    );
    const names = (await examine()).map(({ name }) => name);
    expect(names.filter((name) => !section.includes(`\`${name}\``))).toEqual([]);
  });

  it('uses up no approval code, and no number that somebody sees', async () => {
    const numbers = () =>
      server.db.sql(
        "select (select next_code from approval_codes limit 1) as code, (select last_number from account_numbers_issued where bank_id = 'DEMO') as account",
      );
    const before = await numbers();
    await examine();
    expect(await numbers()).toEqual(before);
  });
});

describe('the database', () => {
  it('that cannot be reached fails, and so does what depends on it; the rest is looked at all the same', async () => {
    const results = await examine({ DATABASE_URL: 'postgres://cardwright@127.0.0.1:1/cardwright' });
    expect(linesOf(results, 'database reachable')[0]).toMatch(
      /^fail {2}cannot connect to the database of DATABASE_URL/,
    );
    const notChecked = 'fail  not checked: it needs the database, which failed above';
    for (const name of ['migrations', 'fsync', 'partitions', 'keys of the database', 'card life']) {
      expect([name, linesOf(results, name)]).toEqual([name, [notChecked]]);
    }
    expect(linesOf(results, 'key file')[0]).toMatch(/^pass/);
    expect(linesOf(results, 'disk space')).toHaveLength(1);
  });

  it('that is empty fails once, with what to do; what a first start makes is not missed', async () => {
    const db = await testDatabase({ from: 'empty' });
    try {
      const results = await examine({ DATABASE_URL: db.url, CARDWRIGHT_DATA_DIR: folder });
      const failures = results.filter(({ name, status }) => status === 'fail' && name !== 'fsync');
      expect(failures).toEqual([
        {
          name: 'migrations',
          status: 'fail',
          detail:
            'the database is empty: start the server once, which makes the tables and reads CARDWRIGHT_CONFIG_FILE, then ask again',
        },
      ]);
      const names = results.map(({ name }) => name);
      expect(names).toEqual(expect.arrayContaining(['database encoding', 'database connections', 'disk space']));
      for (const absent of ['server role', 'key file', 'banks', 'card life']) expect(names).not.toContain(absent);
      const production = { CARDWRIGHT_MODE: 'production', DATABASE_URL: db.url, CARDWRIGHT_DATA_DIR: folder };
      expect(linesOf(await examine(production), 'key file')).toEqual(['fail  CARDWRIGHT_KEY_FILE is not set']);
    } finally {
      await db.close();
    }
  });

  it('without a migration, or with one that nobody here knows, fails', async () => {
    const newest = "(select max(name) from schema_migrations where name < '9')";
    const removed = await broken(
      ['migrations', 'partitions'],
      `update schema_migrations set name = '9' || name where name = ${newest}`,
      "update schema_migrations set name = substr(name, 2) where name like '9%'",
    );
    expect(removed[0]![0]).toMatch(/^fail {2}made by a newer version: 9\d{4}-/);
    expect(removed[1]).toEqual(['fail  not checked: it needs the database, which failed above']);
    const missing = await broken(
      ['migrations'],
      "delete from schema_migrations where name like '0002%'",
      "insert into schema_migrations (name) values ('0002-hierarchy.sql')",
    );
    expect(missing).toEqual([['fail  not applied: 0002-hierarchy.sql; start the server of this version']]);
  });

  it('in another encoding than UTF8 fails', async () => {
    const db = await testDatabase({ from: 'empty' });
    const name = `${db.connection.database}_ascii`;
    await db.sql(`create database ${name} encoding 'SQL_ASCII' locale_provider libc locale 'C' template template0`);
    try {
      const results = await examine({ DATABASE_URL: db.url.replace(String(db.connection.database), name) });
      expect(linesOf(results, 'database encoding')[0]).toMatch(/^fail {2}SQL_ASCII: names need UTF8/);
    } finally {
      await db.sql(`drop database ${name} with (force)`);
      await db.close();
    }
  });

  it('with fewer connections than the settings want fails', async () => {
    const results = await examine({ CARDWRIGHT_DATABASE_CONNECTIONS: '500' });
    expect(linesOf(results, 'database connections')[0]).toMatch(
      /^fail {2}505 of \d+ for one server: raise max_connections, or lower CARDWRIGHT_DATABASE_CONNECTIONS$/,
    );
  });

  it('without the partitions of this month fails, without those of later months is told', async () => {
    const month = (ahead: number) =>
      new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() + ahead, 1));
    const partition = (ahead: number) => `account_changes_${month(ahead).toISOString().slice(0, 7).replace('-', '_')}`;
    const lost = async (ahead: number) => {
      const name = partition(ahead);
      return (
        await broken(['partitions'], `alter table ${name} rename to lost`, `alter table lost rename to ${name}`)
      )[0]![0];
    };
    expect(await lost(2)).toMatch(new RegExp(`^warn {2}missing: ${partition(2)};`));
    expect(await lost(1)).toMatch(/^fail/);
    expect(await lost(0)).toMatch(new RegExp(`^fail {2}missing: ${partition(0)};`));
  });

  it('in which servers could change the audit log fails', async () => {
    const [lines] = await broken(
      ['audit log append-only'],
      'grant update, delete on audit_log to cardwright_server',
      'revoke update, delete on audit_log from cardwright_server',
    );
    expect(lines).toEqual([
      'fail  cardwright_server has UPDATE on audit_log, DELETE on audit_log: restart the server: it revokes them',
    ]);
  });

  it('whose clock differs is told, and fails when it differs much', async () => {
    const at = async (ms: number) => {
      const results = await examine({}, { systemNow: () => new Date(Date.now() + ms) });
      return linesOf(results, 'clock')[0];
    };
    expect(await at(5_000)).toMatch(/^warn {2}5\.\d s from the database's clock/);
    expect(await at(-61_000)).toMatch(/^fail {2}6[01]\.\d s from the database's clock .*: keep both in step with NTP$/);
  });
});

describe('settings and keys', () => {
  it('a setting that is none fails by itself', async () => {
    const results = await examine({ CARDWRIGHT_MODUS: 'x' });
    expect(results.map(({ name }) => name)).toEqual(['node version', 'settings']);
    expect(linesOf(results, 'settings')).toEqual([
      'fail  CARDWRIGHT_MODUS is not a setting; did you mean CARDWRIGHT_MODE?',
    ]);
  });

  it('files that cannot be read fail, each for itself', async () => {
    const path = join(folder, 'none');
    const results = await examine({
      CARDWRIGHT_CONFIG_FILE: path,
      CARDWRIGHT_WEBHOOK_CA_FILE: path,
      CARDWRIGHT_KEY_FILE: path,
    });
    expect(linesOf(results, 'configuration')).toEqual([
      `fail  CARDWRIGHT_CONFIG_FILE: ${path} cannot be read (ENOENT)`,
    ]);
    expect(linesOf(results, 'webhook authorities')).toEqual([
      `fail  CARDWRIGHT_WEBHOOK_CA_FILE: ${path} cannot be read (ENOENT)`,
    ]);
    expect(linesOf(results, 'key file')[0]).toMatch(/^fail {2}CARDWRIGHT_KEY_FILE: cannot read /);
  });

  it('other keys than the database was filled with fail, and so does a file that others can read', async () => {
    const path = join(folder, 'other.json');
    await generateKeyFile(path);
    const results = await examine({ CARDWRIGHT_KEY_FILE: path });
    expect(linesOf(results, 'key file')).toEqual([`pass  ${path}, mode 0600; master 1, lookup 1`]);
    expect(linesOf(results, 'keys of the database')[0]).toMatch(/^fail {2}the keys do not belong to this database/);
    expect(linesOf(results, 'card life')[0]).toMatch(/^fail {2}the keys do not belong to this database/);
    await chmod(path, 0o644);
    expect(linesOf(await examine({ CARDWRIGHT_KEY_FILE: path }), 'key file')[0]).toContain('has mode 0644');
  });

  it('keys that no server has put into the database are not put there by the doctor', async () => {
    const db = await testDatabase();
    try {
      const results = await examine({ DATABASE_URL: db.url, CARDWRIGHT_DATA_DIR: join(folder, 'nothing') });
      expect(linesOf(results, 'key file')[0]).toMatch(
        /^fail .* does not exist: the sandbox creates it at its first start$/,
      );
      const keyed = await examine({ DATABASE_URL: db.url });
      expect(linesOf(keyed, 'keys of the database')).toEqual([
        'fail  the database has no keys yet: start the server once',
      ]);
      expect(await db.sql('select 1 from root_keys')).toEqual([]);
    } finally {
      await db.close();
    }
  });

  it('a rotation that is not finished is told, and a server with wrong keys fails', async () => {
    const [lines] = await broken(
      ['key rotation'],
      `with holder as (insert into key_holders (holder_id, name, master_versions, lookup_versions, data_versions, sealing_version,
         problem, seen_at) values ('h', 'host-9', '{1}', '{1}', '{1}', 1, 'no key', clock_timestamp()))
       insert into key_rotations (kind, key_version, state, is_stopped) values ('LOOKUP', 2, 'RUNNING', true)`,
      "with holder as (delete from key_holders where holder_id = 'h') delete from key_rotations",
    );
    expect(lines).toEqual([
      'fail  server host-9: no key',
      'warn  to lookup key 2: stopped ("cardwright keys status" tells more)',
    ]);
  });

  it('production is told each refusal by its name, as its start would tell it', async () => {
    const results = await examine({ CARDWRIGHT_MODE: 'production' });
    const failed = results.filter(({ status }) => status === 'fail').map(({ name }) => name);
    expect(failed).toEqual(expect.arrayContaining(['keys', 'sandbox credentials', 'sandbox banks', 'key file']));
    expect(linesOf(results, 'keys')).toEqual([
      'fail  production needs keys: set CARDWRIGHT_KEY_FILE ("cardwright keys generate" makes a key file)',
    ]);
    expect(linesOf(results, 'archiving')[0]).toMatch(/^warn/);
    expect(linesOf(results, 'public address')[0]).toMatch(/^warn {2}set CARDWRIGHT_PUBLIC_URL/);
  });

  it('how the database is reached is told: a network without verified TLS fails, or warns where a setting trusts it', async () => {
    const open = { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/nothing' };
    const lines = async (environment: Record<string, string>) =>
      linesOf(await examine({ ...environment }), 'database connection').map((line) => line.slice(0, 60));
    expect(await lines({})).toEqual(['pass  DATABASE_URL: socket']);
    expect(await lines(open)).toEqual(['pass  DATABASE_URL: TCP without verified TLS']);
    const production = { CARDWRIGHT_MODE: 'production' };
    expect(await lines({ ...open, ...production })).toEqual([
      'fail  DATABASE_URL reaches the database over TCP without ver',
    ]);
    expect(await lines({ ...open, ...production, CARDWRIGHT_TRUST_DATABASE_NETWORK: 'true' })).toEqual([
      'warn  DATABASE_URL: TCP without verified TLS, as CARDWRIGHT_',
    ]);
    const verified = { DATABASE_URL: `${open.DATABASE_URL}?sslmode=verify-full` };
    expect(await lines({ ...verified, ...production })).toEqual(['pass  DATABASE_URL: verified TLS']);
  });
});

describe('banks and callers', () => {
  it('what makes no card, no sign-in and no file possible is told', async () => {
    const names = ['banks', 'callers', 'card bureau', 'time zones'];
    const [banks, callers, bureau, zones] = await broken(
      names,
      `with bank as (insert into banks (bank_id, bank_code, name, country, currency, time_zone, embossing)
         values ('BROK', '077', 'Broken', 'AE', 'AED', 'Mars/Base', '{"public_key": "none"}'))
       update oauth_clients set secret_hash = null where client_id = 'other-bank'`,
      `with bank as (delete from banks where bank_id = 'BROK')
       update oauth_clients set secret_hash = (select secret_hash from oauth_clients where client_id = 'demo-bank')
        where client_id = 'other-bank'`,
    );
    expect(banks).toEqual(['warn  BROK without a product: no card can be issued']);
    expect(callers).toEqual(['warn  other-bank can never sign in: neither a secret nor keys']);
    expect(bureau).toEqual(['fail  BROK: embossing.public_key is not an armored OpenPGP public key']);
    expect(zones![0]).toMatch(/^fail {2}BROK: Mars\/Base cannot be used/);
  });

  it('a card life ends where something does not work, and says what', async () => {
    const steps = ['account', 'card', 'authorization', 'lost', 'rolled back'].map((step) => `card life: ${step}`);
    const [account, card, authorization, lost, rolledBack] = await broken(
      steps,
      'revoke insert on cards from cardwright_server',
      'grant insert on cards to cardwright_server',
    );
    expect(account![0]).toMatch(/^pass/);
    expect(card).toEqual(['fail  permission denied for table cards']);
    expect(authorization).toEqual(['fail  not reached, after: card']);
    expect(lost).toEqual(['fail  not reached, after: card']);
    expect(rolledBack).toEqual(['pass  everything was rolled back']);
  });
});

describe('acquirers', () => {
  it('that can board nobody, and callers of none, are told', async () => {
    const [lines] = await broken(
      ['acquirers'],
      `with caller as (update oauth_clients set acquirer_id = 'GONE' where client_id = 'second-acquirer')
       update oauth_clients set disabled = true where acquirer_id = 'DEMO' and 'merchants:approve' = any (scopes)`,
      `with caller as (update oauth_clients set acquirer_id = 'DEMO' where client_id = 'second-acquirer')
       update oauth_clients set disabled = false where acquirer_id = 'DEMO'`,
    );
    expect(lines).toEqual([
      'warn  second-acquirer acts for GONE, which is not configured: its requests are refused',
      'warn  DEMO: nobody has merchants:approve, so no merchant is boarded',
    ]);
  });

  it('have providers of screening that are reached, or are told', async () => {
    const provider = await startReceiver({ tls: 'none' });
    const named = await startReceiver({ tls: 'other-name' });
    const ca = join(folder, 'screening.pem');
    await writeFile(ca, named.ca);
    const configure = (id: string, url: string) =>
      server.db.sql(
        `update acquirers set configuration = configuration || jsonb_build_object('screening',
           jsonb_build_object('url', $2::text, 'timeoutMs', 1000, 'attempts', 1)) where acquirer_id = $1`,
        [id, url],
      );
    await configure('DEMO', provider.url);
    await configure('OTHER', named.url);
    try {
      const told = async (environment: Record<string, string> = {}) => {
        const results = await examine({ CARDWRIGHT_WEBHOOK_CA_FILE: ca, ...environment });
        return ['DEMO', 'OTHER'].flatMap((id) => linesOf(results, `screening provider of ${id}`));
      };
      expect(await told()).toEqual([
        `pass  ${new URL(provider.url).host} answers, without TLS`,
        `fail  ${new URL(named.url).host}: the certificate is for another name`,
      ]);
      expect(provider.received).toEqual([]);
      const keys = { CARDWRIGHT_KEY_FILE: join(server.dataDir, 'sandbox-keys.json') };
      expect(await told({ CARDWRIGHT_MODE: 'production', ...keys })).toEqual([
        `fail  ${new URL(provider.url).host}: the URL must be https`,
        `fail  ${new URL(named.url).host}: the URL must be a public address`,
      ]);
    } finally {
      await server.db.sql("update acquirers set configuration = configuration - 'screening'");
      await provider.close();
      await named.close();
    }
  });

  it('whose merchants wait for a screening that does not come are told', async () => {
    const sent = await onboard(server, requestOf([merchantBody('WAITING-1')]));
    expect(sent.status).toBe(202);
    const screening = async () => linesOf(await examine(), 'screening');
    const due = (age: string) =>
      server.db.sql(
        `update merchants set next_screening_at = now() - interval '${age}' where merchant_id = 'WAITING-1'`,
      );
    await due('1 minute');
    expect(await screening()).toEqual(['pass  no merchant waits for longer than it should']);
    await due('1 hour');
    expect(await screening()).toEqual([
      'warn  merchants that should have been screened: 1 of DEMO; does a server run?',
    ]);
    await server.db.sql("update merchants set next_screening_at = null where merchant_id = 'WAITING-1'");
  });
});

describe('webhooks and what waits', () => {
  let receiver: WebhookReceiver;
  let stranger: WebhookReceiver;
  let named: WebhookReceiver;
  const servers: Server[] = [];
  beforeAll(async () => {
    receiver = await startReceiver();
    stranger = await startReceiver({ tls: 'stranger' });
    named = await startReceiver({ tls: 'other-name' });
  });
  afterAll(async () => {
    await receiver?.close();
    await stranger?.close();
    await named?.close();
    for (const one of servers) one.close();
  });

  /** An HTTPS server whose certificate ends then; it is its own authority. */
  async function ending(notAfter: Date): Promise<{ url: string; ca: string }> {
    const made = await generate([{ name: 'commonName', value: 'localhost' }], {
      keyType: 'ec',
      algorithm: 'sha256',
      notBeforeDate: new Date(Date.now() - 100 * 86_400_000),
      notAfterDate: notAfter,
      extensions: [
        { name: 'basicConstraints', cA: true, critical: true },
        { name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] },
      ],
    });
    const one = createServer({ key: made.private, cert: made.cert }, (_, response) => response.end());
    servers.push(one);
    await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve));
    return { url: `https://127.0.0.1:${(one.address() as AddressInfo).port}`, ca: made.cert };
  }

  async function register(id: string, url: string, state = 'ACTIVE'): Promise<void> {
    await server.db.sql(
      `insert into webhook_endpoints (bank_id, endpoint_id, owner_kind, owner_id, url, state, disabled_reason, max_in_flight,
         created_at, changed_at)
       values ('DEMO', $1, 'bank', 'DEMO', $2, $3, case when $3 = 'DISABLED' then 'FAILING' end, 1, now(), now())`,
      [id, url, state],
    );
  }

  it('each endpoint is found, its certificate looked at, and nothing sent to it', async () => {
    const expired = await ending(new Date(Date.now() - 86_400_000));
    const soon = await ending(new Date(Date.now() + 5.5 * 86_400_000));
    const nobody = await startReceiver();
    await nobody.close();
    const ca = join(folder, 'authorities.pem');
    await writeFile(ca, [receiver.ca, expired.ca, soon.ca].join('\n'));
    for (const [id, url, state] of [
      ['good', receiver.url],
      ['paused', `${receiver.url}/paused`, 'PAUSED'],
      ['expired', expired.url],
      ['soon', soon.url],
      ['stranger', stranger.url],
      ['named', named.url],
      ['nobody', nobody.url],
      ['unknown', 'https://no-such-host.invalid/hooks?secret=1'],
      ['disabled', 'https://bank.example', 'DISABLED'],
      ['own', `${nobody.url.replace('https', 'http')}/V2/webhook/TokenNotification`],
    ] as const) {
      await register(id, url, state);
    }
    const asAcquirer = { as: 'demo-acquirer', body: { url: nobody.url } };
    const { json } = await webhooks(server, '', asAcquirer);
    const { endpoint_id: registered } = json.endpoint as { endpoint_id: string };
    await server.db.sql("update webhook_endpoints set endpoint_id = 'acquirers' where endpoint_id = $1", [registered]);
    const results = await examine({ CARDWRIGHT_WEBHOOK_CA_FILE: ca });
    const told = (id: string) => linesOf(results, `webhook endpoint DEMO/${id}`)[0];
    const host = (url: string) => new URL(url).host;
    expect(told('good')).toMatch(
      new RegExp(`^pass {2}${host(receiver.url)} answers, its certificate is good for \\d+ days$`),
    );
    expect(told('paused')).toMatch(/^pass .* days; it is paused$/);
    expect(told('expired')).toBe(`fail  ${host(expired.url)}: the certificate has expired`);
    expect(told('soon')).toBe(`warn  ${host(soon.url)} answers, its certificate is good for 5 days`);
    expect(told('stranger')).toBe(`fail  ${host(stranger.url)}: the certificate is not signed by a trusted authority`);
    expect(told('named')).toBe(`fail  ${host(named.url)}: the certificate is for another name`);
    expect(told('acquirers')).toBe(`fail  ${host(nobody.url)}: the connection was refused`);
    expect(told('nobody')).toBe(`fail  ${host(nobody.url)}: the connection was refused`);
    expect(told('unknown')).toMatch(/^fail {2}no-such-host\.invalid: the host name/);
    expect(told('disabled')).toBe('warn  bank.example is disabled: FAILING; its notifications wait');
    expect(told('own')).toMatch(/^warn .*: the connection was refused; it is the sandbox's own server$/);
    expect(linesOf(results, 'webhook authorities')).toEqual([`pass  the authorities of Node, and 3 of ${ca}`]);
    expect(receiver.connections()).toBe(2);
    expect(receiver.received).toEqual([]);
    // production reaches none of these
    const production = await examine({ CARDWRIGHT_MODE: 'production', CARDWRIGHT_WEBHOOK_CA_FILE: ca });
    expect(linesOf(production, 'webhook endpoint DEMO/good')).toEqual([
      `fail  ${host(receiver.url)}: the URL must be a public address`,
    ]);
    expect(linesOf(production, 'webhook endpoint DEMO/own')[0]).toMatch(/: the URL must be https$/);
    expect(receiver.connections()).toBe(2);
  });

  it('notifications that are overdue or were given up are told', async () => {
    // no server runs on this one
    const db = await testDatabase();
    const outbox = async () => linesOf(await examine({ DATABASE_URL: db.url }), 'outbox')[0];
    const message = (id: string, state: string, due: string) =>
      db.sql(
        `insert into outbox_messages (bank_id, endpoint_id, stream, stream_sequence, notification_id, type, sealed_payload,
           key_version, state, created_at, pending_since, next_attempt_at)
         values ('ACME', 'e1', $1, 1, $1, 'TE', '\\x00', 1, $2, now(), now(), ${due})`,
        [id, state],
      );
    try {
      await db.sql(
        `insert into webhook_endpoints (bank_id, endpoint_id, owner_kind, owner_id, url, state, max_in_flight, created_at,
           changed_at) values ('ACME', 'e1', 'bank', 'ACME', 'https://bank.example', 'PAUSED', 1, now(), now())`,
      );
      await message('just', 'PENDING', "now() - interval '1 minute'");
      await message('late', 'PENDING', "now() - interval '1 hour'");
      // what is paused is not overdue, nor what is being sent
      expect(await outbox()).toBe('pass  2 wait, 0 given up');
      await db.sql("update webhook_endpoints set state = 'ACTIVE'");
      expect(await outbox()).toBe('warn  2 wait, 0 given up; those of ACME are overdue: does a server run?');
      await db.sql("update outbox_messages set leased_until = now() + interval '1 minute' where stream = 'late'");
      expect(await outbox()).toBe('pass  2 wait, 0 given up');
      await message('dead', 'DEAD', 'null');
      expect(await outbox()).toBe('warn  2 wait, 1 given up: their banks can have them sent again (replay)');
    } finally {
      await db.close();
    }
  });

  it('rows of the audit log that nobody seals are told, and fail after an hour', async () => {
    const waiting = (age: string) =>
      broken(
        ['audit chain'],
        `insert into audit_queue (bank_id, audit_id, at) values ('GONE', 1, now() - interval '${age}')`,
        "delete from audit_queue where bank_id = 'GONE'",
      );
    expect((await waiting('5 minutes'))[0]![0]).toMatch(/^warn .*, the oldest for 5 minutes/);
    expect((await waiting('2 hours'))[0]![0]).toMatch(/^fail .*, the oldest for 120 minutes/);
  });
});

describe('the machine', () => {
  it('an embossing folder that cannot be written fails', async () => {
    const file = join(folder, 'a-file');
    await writeFile(file, '');
    const results = await examine({ CARDWRIGHT_EMBOSSING_DIR: join(file, 'embossing') });
    expect(linesOf(results, 'embossing folder')).toEqual([`fail  ${file} is not a folder`]);
  });

  it('little disk space is told, and fails when it is nearly used up', () => {
    const MIB = 1024 * 1024;
    expect(judgeSpace('there', 6_000 * MIB, 9_000 * MIB)).toEqual({
      status: 'pass',
      detail: '6000 MiB of 9000 free at there',
    });
    expect(judgeSpace('there', 1_000 * MIB, 9_000 * MIB).status).toBe('warn');
    expect(judgeSpace('there', 400 * MIB, 9_000 * MIB).status).toBe('fail');
  });

  it('a Node that is too old fails', () => {
    expect(judgeNode('20.19.0').status).toBe('pass');
    expect(judgeNode('22.1.0').status).toBe('pass');
    expect(judgeNode('20.18.3')).toEqual({ status: 'fail', detail: '20.18.3 (20.19 or later)' });
  });
});
