import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { afterAll, describe, expect, it } from 'vitest';
import { setFeed } from '../../platform/outbox/index.ts';
import { testDatabase } from '../../testing/database/test-database.ts';
import { linesOf, startExaminationServer } from '../../testing/examination-server.ts';
import { fileResource } from '../../testing/file-resources.ts';
import { startNameServer } from '../../testing/system/name-server.ts';
import { startReceiver } from '../../testing/webhook-receiver.ts';
import { webhooks } from '../../testing/webhooks.ts';

const on = fileResource(() => startExaminationServer());

describe('feeds of events', () => {
  it('are checked for a folder that exists and that this host can write', async () => {
    const folder = join(on.folder, 'feed');
    const database = on.server.db.database;
    expect(linesOf(await on.examine(), 'event feeds')).toEqual(['pass  none']);
    await setFeed(database, 'DEMO', { folder, events: ['card.*'], intervalSeconds: 60 });
    const lines = async () => linesOf(await on.examine(), 'event feed DEMO');
    expect(await lines()).toEqual([`pass  ${folder} will be created with the first file`]);
    await on.server.db.sql('update event_feeds set marked_folder = folder');
    expect(await lines()).toEqual([`fail  ${folder} is missing`]);
    await writeFile(folder, '');
    expect(await lines()).toEqual([`fail  ${folder} is not a directory`]);
    await on.server.db.sql('delete from event_feeds');
  });
});

describe('webhooks and pending messages', () => {
  const servers: Server[] = [];
  const receiver = fileResource(() => startReceiver());
  const stranger = fileResource(() => startReceiver({ tls: 'stranger' }));
  const named = fileResource(() => startReceiver({ tls: 'other-name' }));
  afterAll(async () => {
    for (const one of servers) one.close();
  });

  /** Starts an HTTPS server with a self-signed certificate that expires at `notAfter`. */
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
    await on.server.db.sql(
      `insert into webhook_endpoints (bank_id, endpoint_id, owner_kind, owner_id, url, state, disabled_reason, max_in_flight,
         created_at, changed_at)
       values ('DEMO', $1, 'bank', 'DEMO', $2, $3, case when $3 = 'DISABLED' then 'FAILING' end, 1, now(), now())`,
      [id, url, state],
    );
  }

  it('each endpoint is reached and its certificate checked, and nothing is sent to it', async () => {
    const expired = await ending(new Date(Date.now() - 86_400_000));
    const soon = await ending(new Date(Date.now() + 5.5 * 86_400_000));
    const nobody = await startReceiver();
    await nobody.close();
    const ca = join(on.folder, 'authorities.pem');
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
      ['local', `${nobody.url.replace('https', 'http')}/hooks`],
    ] as const) {
      await register(id, url, state);
    }
    const asAcquirer = { as: 'demo-acquirer', body: { url: nobody.url } };
    const { json } = await webhooks(on.server, '', asAcquirer);
    const { endpoint_id: registered } = json.endpoint as { endpoint_id: string };
    await on.server.db.sql("update webhook_endpoints set endpoint_id = 'acquirers' where endpoint_id = $1", [
      registered,
    ]);
    const results = await on.examine({ CARDWRIGHT_WEBHOOK_CA_FILE: ca });
    const lineOf = (id: string) => linesOf(results, `webhook endpoint DEMO/${id}`)[0];
    const host = (url: string) => new URL(url).host;
    expect(lineOf('good')).toMatch(
      new RegExp(`^pass {2}${host(receiver.url)} responds; its certificate expires in \\d+ days$`),
    );
    expect(lineOf('paused')).toMatch(/^pass .* days; it is paused$/);
    expect(lineOf('expired')).toBe(`fail  ${host(expired.url)}: the certificate has expired`);
    expect(lineOf('soon')).toBe(`warn  ${host(soon.url)} responds; its certificate expires in 5 days`);
    expect(lineOf('stranger')).toBe(
      `fail  ${host(stranger.url)}: the certificate is not signed by a trusted authority`,
    );
    expect(lineOf('named')).toBe(`fail  ${host(named.url)}: the certificate is for another name`);
    expect(lineOf('acquirers')).toBe(`fail  ${host(nobody.url)}: the connection was refused`);
    expect(lineOf('nobody')).toBe(`fail  ${host(nobody.url)}: the connection was refused`);
    expect(lineOf('unknown')).toMatch(/^fail {2}no-such-host\.invalid: the host name/);
    expect(lineOf('disabled')).toBe('warn  bank.example is disabled: FAILING; its notifications stay pending');
    expect(lineOf('own')).toMatch(/^warn .*: the connection was refused; the endpoint belongs to the sandbox$/);
    expect(lineOf('local')).toMatch(/^warn .*: the connection was refused; start the receiver on this machine$/);
    expect(linesOf(results, 'webhook authorities')).toEqual([`pass  the CA certificates of Node.js, and 3 from ${ca}`]);
    expect(receiver.connections()).toBe(2);
    expect(receiver.received).toEqual([]);
    // production refuses all of these addresses
    const production = await on.examine({ CARDWRIGHT_MODE: 'production', CARDWRIGHT_WEBHOOK_CA_FILE: ca });
    expect(linesOf(production, 'webhook endpoint DEMO/good')).toEqual([
      `fail  ${host(receiver.url)}: the URL must be a public address`,
    ]);
    expect(linesOf(production, 'webhook endpoint DEMO/own')[0]).toMatch(/: the URL must be https$/);
    expect(linesOf(production, 'webhook endpoint DEMO/local')[0]).toMatch(/^fail .*: the URL must be https$/);
    expect(receiver.connections()).toBe(2);
  });

  it('all endpoints of many names are resolved, although the lookups are concurrent', async () => {
    const plain = await startReceiver({ tls: 'none' });
    const names = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}.bank.example`);
    const nameServer = await startNameServer(
      Object.fromEntries(names.map((name) => [name, { addresses: ['127.0.0.1'] }])),
    );
    const { port } = new URL(plain.url);
    for (const name of names) await register(name, `http://${name}:${port}/`);
    try {
      const results = await on.examine({ CARDWRIGHT_NAME_SERVERS: nameServer.address });
      expect(names.map((name) => linesOf(results, `webhook endpoint DEMO/${name}`)[0])).toEqual(
        names.map((name) => `pass  ${name}:${port} responds, without TLS`),
      );
    } finally {
      await nameServer.close();
      await plain.close();
    }
  });

  it('reports notifications that are overdue or dead', async () => {
    // no server uses this database
    const db = await testDatabase();
    const outbox = async () => linesOf(await on.examine({ DATABASE_URL: db.url }), 'outbox')[0];
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
      // paused messages and messages in delivery are not overdue
      expect(await outbox()).toBe('pass  2 pending, 0 given up');
      await db.sql("update webhook_endpoints set state = 'ACTIVE'");
      expect(await outbox()).toBe(
        'warn  2 pending, 0 given up; those of ACME are overdue; check that a server is running',
      );
      await db.sql("update outbox_messages set leased_until = now() + interval '1 minute' where stream = 'late'");
      expect(await outbox()).toBe('pass  2 pending, 0 given up');
      await message('dead', 'DEAD', 'null');
      expect(await outbox()).toBe('warn  2 pending, 1 given up: the banks can replay them');
    } finally {
      await db.close();
    }
  });

  it('reports unsealed rows of the audit log, and fails after an hour', async () => {
    // no server uses this database: rows that another server has yet to seal would be reported too
    const db = await testDatabase();
    const waiting = async (age: string) => {
      await db.sql(`insert into audit_queue (bank_id, audit_id, at) values ('GONE', 1, now() - interval '${age}')`);
      const [line] = linesOf(await on.examine({ DATABASE_URL: db.url }), 'audit chain');
      await db.sql('delete from audit_queue');
      return line;
    };
    try {
      expect(await waiting('0 minutes')).toBe('pass  1 rows are not sealed yet');
      expect(await waiting('5 minutes')).toBe(
        'warn  1 rows are not sealed yet, the oldest for 5 minutes: check that a server is running, which seals them every second',
      );
      expect(await waiting('2 hours')).toBe(
        'fail  1 rows are not sealed yet, the oldest for 120 minutes: check that a server is running, which seals them every second',
      );
    } finally {
      await db.close();
    }
  });
});
