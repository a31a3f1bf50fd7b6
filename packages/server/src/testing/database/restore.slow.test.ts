import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type ConnectionSettings, openDatabase } from '../../platform/storage/index.ts';
import { openVault, readKeyFile } from '../../platform/vault/index.ts';
import {
  authorize,
  balances,
  clientBody,
  ecommerceMessage,
  type IssuedCard,
  issueCard,
} from '../cards/issued-cards.ts';
import { runCommand } from '../system/command.ts';
import { canRun } from '../system/installed-program.ts';
import {
  cleanUp,
  dataFolder,
  dataPathOf,
  runServer,
  type ServerProcess,
  startServer,
} from '../system/server-process.ts';
import { nextMsgId } from '../test-server.ts';
import { registerWebhook } from '../webhooks.ts';
import { STATEMENT_LIMIT_MS, WITHIN } from '../within.ts';
import { type InstalledCluster, installedPostgres, startInstalledPostgres } from './installed-postgres.ts';

let folder: string;
let servers: ServerProcess[];
let clusters: InstalledCluster[];
beforeEach(() => {
  folder = dataFolder();
  servers = [];
  clusters = [];
});
afterEach(async () => {
  await cleanUp(servers, folder);
  await Promise.all(clusters.map((cluster) => cluster.stop()));
});

async function start(environment: Record<string, string>): Promise<ServerProcess> {
  const server = await startServer(environment);
  servers.push(server);
  return server;
}

async function stop(server: ServerProcess): Promise<void> {
  server.child.kill('SIGTERM');
  expect(await server.ended).toEqual({ code: 0, signal: null });
}

/**
 * One way to back up and restore: the environment of the first server, and a function that creates that of the restored one.
 */
interface Way {
  readonly from: Record<string, string>;
  /** The key file, which is not part of the database's backup. */
  readonly keyFile: string;
  backUp(running: ServerProcess): Promise<void>;
  /** Restores to a new empty place each time. `connection` leads to the database once a server runs on it. */
  restore(
    name: string,
  ): Promise<{ environment: Record<string, string>; connection(server: ServerProcess): ConnectionSettings }>;
}

/** Stops the server and copies the folder of its embedded database. */
async function byCopy(): Promise<Way> {
  const home = join(folder, 'home');
  mkdirSync(home);
  let source = '';
  return {
    from: { CARDWRIGHT_DATA_DIR: home },
    keyFile: join(home, 'sandbox-keys.json'),
    async backUp(running) {
      source = dataPathOf(running.output);
      await stop(running);
      execFileSync('cp', ['-a', source, join(folder, 'backup')]);
    },
    async restore(name) {
      const restored = join(folder, name);
      mkdirSync(restored);
      execFileSync('cp', ['-a', join(folder, 'backup'), join(restored, basename(source))]);
      return { environment: { CARDWRIGHT_DATA_DIR: restored }, connection: (server) => server.connection() };
    },
  };
}

const PROGRAMS_NEEDED = 'that needs the programs of a PostgreSQL, 15 or later (on Debian: apt-get install postgresql)';

/** Runs pg_dump next to the running server, and pg_restore into an empty database. */
async function byDump(): Promise<Way> {
  const made = await installed();
  return dumpOf(made, (name) => made.create(name));
}

/** Dumps and restores tables that belong to another login than that of the servers. Both programs run as the owner. */
async function byDumpOfTwoLogins(): Promise<Way> {
  const made = await installed();
  await made.admin('create role cardwright_server nologin');
  await made.admin('create role cardwright_owner login in role cardwright_server');
  await made.admin('create role cardwright_app login in role cardwright_server');
  return dumpOf(
    made,
    (name) => made.create(name, 'cardwright_owner'),
    (owner) => ({
      CARDWRIGHT_OWNER_DATABASE_URL: owner,
      DATABASE_URL: owner.replace('cardwright_owner@', 'cardwright_app@'),
    }),
  );
}

async function installed(options?: Parameters<typeof startInstalledPostgres>[1]): Promise<InstalledCluster> {
  const programs = installedPostgres();
  if (programs === undefined) throw new Error(PROGRAMS_NEEDED);
  const cluster = await startInstalledPostgres(programs, options);
  clusters.push(cluster);
  return cluster;
}

/** Takes a base backup of the empty database, and archives every later change. The data under test is only in the archive. */
async function byBaseBackup(): Promise<Way> {
  const archived = (to: string) => `cp %p ${to}/archive.%f && mv ${to}/archive.%f ${to}/wal-%f`;
  const made = await installed({ settings: (to) => ['archive_mode=on', `archive_command=${archived(to)}`] });
  const url = await made.create('source');
  const base = join(made.folder, 'base');
  const connection = ['-h', made.folder, '-U', 'cardwright'];
  made.run('pg_basebackup', ...connection, '-D', base, '--checkpoint=fast', '--no-sync');
  const home = join(folder, 'home');
  return {
    from: { CARDWRIGHT_DATA_DIR: home, DATABASE_URL: url },
    keyFile: join(home, 'sandbox-keys.json'),
    async backUp(running) {
      await stop(running);
      await made.admin('select pg_switch_wal()');
      await vi.waitFor(() => made.admin(ALL_ARCHIVED), WITHIN);
    },
    async restore(name) {
      const restored = await installed({
        fill: (data) => {
          execFileSync('cp', ['-aT', base, data]);
          writeFileSync(join(data, 'recovery.signal'), '');
        },
        settings: () => [`restore_command=cp ${made.folder}/wal-%f %p`],
      });
      const environment = { CARDWRIGHT_DATA_DIR: join(folder, name), DATABASE_URL: restored.urlOf('source') };
      return { environment, connection: () => ({ connectionString: restored.urlOf('source') }) };
    },
  };
}

const ALL_ARCHIVED = `do $$ begin
  if (select last_archived_wal from pg_stat_archiver) is distinct from pg_walfile_name(pg_current_wal_lsn() - 1) then
    raise 'not yet';
  end if;
end $$`;

async function dumpOf(
  made: InstalledCluster,
  create: (name: string) => Promise<string>,
  settingsOf: (owner: string) => Record<string, string> = (owner) => ({ DATABASE_URL: owner }),
): Promise<Way> {
  const url = await create('source');
  const dump = join(folder, 'cardwright.dump');
  const home = join(folder, 'home');
  return {
    from: { CARDWRIGHT_DATA_DIR: home, ...settingsOf(url) },
    keyFile: join(home, 'sandbox-keys.json'),
    async backUp(running) {
      made.run('pg_dump', '--format=custom', `--file=${dump}`, url);
      // as plain text, so that the search for card numbers can read it
      made.run('pg_restore', `--file=${dump}.sql`, dump);
      await stop(running);
    },
    async restore(name) {
      const empty = await create(name);
      made.run('pg_restore', '--no-owner', '--no-acl', '--exit-on-error', `--dbname=${empty}`, dump);
      const environment = { CARDWRIGHT_DATA_DIR: join(folder, name), ...settingsOf(empty) };
      return { environment, connection: () => ({ connectionString: empty }) };
    },
  };
}

/**
 * A dump needs programs that the embedded PostgreSQL does not have. CI must have them; elsewhere a message says that this way
 * was not tried.
 */
const WAYS: [string, () => Promise<Way>][] = [['a copy of the folder', byCopy]];
if (canRun('A backup with pg_dump and pg_restore', installedPostgres(), PROGRAMS_NEEDED)) {
  WAYS.push(
    ['pg_dump and pg_restore', byDump],
    ['pg_dump and pg_restore with two logins', byDumpOfTwoLogins],
    ['pg_basebackup and archived changes', byBaseBackup],
  );
}

it.each(WAYS)(
  '%s works with the key file, including the vault and the audit log, and not with another key file',
  async (_name, open) => {
    const way = await open();
    const first = await start(way.from);
    const card = await issueCard(first, { available: '1000.00' });
    const endpoint = await registerWebhook(first);
    const message = ecommerceMessage(card);
    const before = await authorize(first, message);
    expect(before.json.Action_Code).toBe('00');
    // the backup contains data under two content keys
    const clients = [await createdClient(first)];
    expect(await runCommand(['keys', 'rotate', '--content', '--wait'], way.from)).toMatchObject({ code: 0 });
    clients.push(await createdClient(first));
    await way.backUp(first);
    const copy = join(folder, 'kept-apart.json');
    copyFileSync(way.keyFile, copy);

    const right = await way.restore('restored');
    const environment = { ...right.environment, CARDWRIGHT_KEY_FILE: copy };
    const second = await start(environment);
    await worksOn(second, card, message, before.text);
    for (const repeat of clients) expect((await repeat(second)).http.headers['idempotent-replayed']).toBe('true');
    const verified = await runCommand(['audit', 'verify'], environment);
    expect([verified.code, verified.stdout]).toEqual([0, expect.stringMatching(/^the audit log is intact$/m)]);
    expect(await secretOf(endpoint.id, right.connection(second), copy)).toBe(endpoint.secret);

    const wrong = await way.restore('elsewhere');
    const key = () => randomBytes(32).toString('base64');
    const other = join(folder, 'other.json');
    writeFileSync(other, JSON.stringify({ master: key(), lookup: key() }), { mode: 0o600 });
    const refused = await runServer({ ...wrong.environment, CARDWRIGHT_KEY_FILE: other });
    expect(refused.code).toBe(1);
    expect(refused.output).toContain('the keys do not belong to this database: check CARDWRIGHT_KEY_FILE');
  },
);

/** Creates a client; returns what sends the same request again. */
async function createdClient(server: ServerProcess) {
  const header = { msg_id: nextMsgId() };
  const body = clientBody(`BACKUP-${header.msg_id}`);
  const send = (through: ServerProcess) => through.envelope('clients.create-client', body, { header });
  expect((await send(server)).exception.error_code).toBe('000');
  return send;
}

/** Expects earlier requests to be known, and the card to work with its earlier balance. */
async function worksOn(
  server: ServerProcess,
  card: IssuedCard,
  message: Record<string, unknown>,
  answered: string,
): Promise<void> {
  const again = await authorize(server, message);
  expect([again.text, again.headers['idempotent-replayed']]).toEqual([answered, 'true']);
  expect((await authorize(server, ecommerceMessage(card))).json.Action_Code).toBe('00');
  expect(await balances(server, card.accountNumber)).toBe('950.00 50.00 1000.00');
}

async function secretOf(endpointId: string, connection: ConnectionSettings, keyFile: string): Promise<string> {
  const database = openDatabase({
    connection,
    maxConnections: 2,
    statementTimeoutMs: STATEMENT_LIMIT_MS,
    onError: () => {},
  });
  const vault = await openVault(database, await readKeyFile(keyFile));
  const client = await database.connect({});
  const { rows } = await client.query(
    `select key_id, sealed_secret, key_version from webhook_keys where endpoint_id = $1 and kind = 'hmac'`,
    [endpointId],
  );
  await client.end();
  await database.close();
  const [row] = rows;
  const sealed = { sealed: row.sealed_secret, keyVersion: row.key_version };
  return vault.open(`webhook-key:DEMO:${endpointId}:${row.key_id}`, sealed);
}
