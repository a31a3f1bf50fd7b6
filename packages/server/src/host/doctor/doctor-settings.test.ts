import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generateKeyFile } from '../../platform/vault/index.ts';
import { testDatabase } from '../../testing/database/test-database.ts';
import { isOnCitus } from '../../testing/database/test-nodes.ts';
import { linesOf, startExaminationServer } from '../../testing/examination-server.ts';
import { fileResource } from '../../testing/file-resources.ts';
import { judgeNode, judgeSpace } from './machine-checks.ts';

const on = fileResource(() => startExaminationServer());

describe('settings and keys', () => {
  it('an unknown setting is the only reported failure', async () => {
    const results = await on.examine({ CARDWRIGHT_MODUS: 'x' });
    expect(results.map(({ name }) => name)).toEqual(['node version', 'settings']);
    expect(linesOf(results, 'settings')).toEqual([
      'fail  CARDWRIGHT_MODUS is not a setting. Did you mean CARDWRIGHT_MODE?',
    ]);
  });

  it('files that cannot be read fail separately', async () => {
    const path = join(on.folder, 'none');
    const results = await on.examine({
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

  it('keys that do not belong to the database fail, and so does a file that others can read', async () => {
    const path = join(on.folder, 'other.json');
    await generateKeyFile(path);
    const results = await on.examine({ CARDWRIGHT_KEY_FILE: path });
    expect(linesOf(results, 'key file')).toEqual([`pass  ${path}, mode 0600; master 1, lookup 1`]);
    expect(linesOf(results, 'keys of the database')[0]).toMatch(/^fail {2}the keys do not belong to this database/);
    expect(linesOf(results, 'card life')[0]).toMatch(/^fail {2}the keys do not belong to this database/);
    await chmod(path, 0o644);
    expect(linesOf(await on.examine({ CARDWRIGHT_KEY_FILE: path }), 'key file')[0]).toContain('has mode 0644');
  });

  it('the doctor does not store keys in a database that no server has started on', async () => {
    const db = await testDatabase();
    try {
      const results = await on.examine({ DATABASE_URL: db.url, CARDWRIGHT_DATA_DIR: join(on.folder, 'nothing') });
      expect(linesOf(results, 'key file')[0]).toMatch(
        /^fail .* does not exist: the sandbox creates it at its first start$/,
      );
      const keyed = await on.examine({ DATABASE_URL: db.url });
      expect(linesOf(keyed, 'keys of the database')).toEqual([
        'fail  the database has no keys yet: start the server once',
      ]);
      expect(await db.sql('select 1 from root_keys')).toEqual([]);
    } finally {
      await db.close();
    }
  });

  it('warns about an unfinished rotation, and fails for a server with wrong keys', async () => {
    const [lines] = await on.broken(
      ['key rotation'],
      `with holder as (insert into key_holders (holder_id, name, master_versions, lookup_versions, data_versions, sealing_version,
         problem, seen_at) values ('h', 'host-9', '{1}', '{1}', '{1}', 1, 'no key', clock_timestamp()))
       insert into key_rotations (kind, key_version, state, is_stopped) values ('LOOKUP', 2, 'RUNNING', true)`,
      "with holder as (delete from key_holders where holder_id = 'h') delete from key_rotations",
    );
    expect(lines).toEqual([
      'fail  server host-9: no key',
      'warn  to lookup key 2: stopped (for details, run "cardwright keys status")',
    ]);
  });

  it('reports each refusal of production by its name, as the start does', async () => {
    const results = await on.examine({ CARDWRIGHT_MODE: 'production' });
    const failed = results.filter(({ status }) => status === 'fail').map(({ name }) => name);
    expect(failed).toEqual(expect.arrayContaining(['keys', 'sandbox credentials', 'sandbox banks', 'key file']));
    expect(linesOf(results, 'keys')).toEqual([
      'fail  production requires keys: set CARDWRIGHT_KEY_FILE (to create a key file, run "cardwright keys generate")',
    ]);
    expect(linesOf(results, 'archiving')[0]).toMatch(/^warn/);
    expect(linesOf(results, 'public address')[0]).toMatch(/^warn {2}set CARDWRIGHT_PUBLIC_URL/);
  });

  it('reports the connection to the database: TCP without verified TLS fails, or warns if a setting trusts the network', async () => {
    const open = { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/nothing' };
    const lines = async (environment: Record<string, string>) =>
      linesOf(await on.examine({ ...environment }), 'database connection').map((line) => line.slice(0, 60));
    expect(await lines({})).toEqual([
      isOnCitus() ? 'pass  DATABASE_URL: TCP without verified TLS' : 'pass  DATABASE_URL: socket',
    ]);
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

describe('the machine', () => {
  it('an embossing folder that cannot be written fails', async () => {
    const file = join(on.folder, 'a-file');
    await writeFile(file, '');
    const results = await on.examine({ CARDWRIGHT_EMBOSSING_DIR: join(file, 'embossing') });
    expect(linesOf(results, 'embossing folder')).toEqual([`fail  ${file} is not a directory`]);
  });

  it('causes a warning if disk space is low, and a failure if it is nearly exhausted', () => {
    const MIB = 1024 * 1024;
    expect(judgeSpace('there', 6_000 * MIB, 9_000 * MIB)).toEqual({
      status: 'pass',
      detail: '6000 MiB of 9000 free at there',
    });
    expect(judgeSpace('there', 1_000 * MIB, 9_000 * MIB).status).toBe('warn');
    expect(judgeSpace('there', 400 * MIB, 9_000 * MIB).status).toBe('fail');
  });

  it('a Node.js without security fixes fails, and one that is about to lose them causes a warning', () => {
    const judge = (version: string, day: string) => judgeNode(version, new Date(day));
    expect(judge('26.12.1', '2026-11-28')).toEqual({ status: 'pass', detail: '26.12.1, supported until 2029-04-30' });
    expect(judge('24.21.0', '2028-01-01').status).toBe('warn');
    expect(judge('24.21.0', '2028-05-02').status).toBe('fail');
    const detail = '20.20.2: use a supported release line (24, 26)';
    expect(judge('20.20.2', '2026-11-28')).toEqual({ status: 'fail', detail });
  });
});
