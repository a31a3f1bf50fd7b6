import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { linesOf, startExaminationServer } from '../../testing/examination-server.ts';
import { fileResource } from '../../testing/file-resources.ts';
import { WITHIN } from '../../testing/within.ts';

const on = fileResource(() => startExaminationServer());

async function countAll(): Promise<Record<string, string>> {
  const tables = await on.server.db.sql<{ name: string }>(
    "select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  );
  const counts: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await on.server.db.sql<{ hash: string }>(
      `select md5(string_agg(t::text, '' order by t::text)) as hash from only ${name} t`,
    );
    counts[name] = row!.hash;
  }
  return counts;
}

describe('a healthy deployment', () => {
  it('passes every check, which changes no row', async () => {
    // the server itself writes these tables every few seconds
    const byItself = /^(key_holders$|network_reports$|audit_(queue|chain|seals))/;
    const without = (counts: Record<string, string>) =>
      Object.fromEntries(Object.entries(counts).filter(([table]) => !byItself.test(table)));
    // a server writes its first anchors within two seconds of its start
    const anchors = async () => (await on.examine()).find(({ name }) => name === 'audit anchors')?.status;
    await expect.poll(anchors, WITHIN).toBe('pass');
    const before = await countAll();
    const results = await on.examine();
    expect(without(await countAll())).toEqual(without(before));
    // the database of the tests turns these settings off
    const others = results.filter(({ name }) => !['fsync', 'full_page_writes'].includes(name));
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
      'synchronous_commit',
      'archiving',
      'replication',
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
      'second person',
      'acquirers',
      'screening providers',
      'screening',
      'network connections',
      'network certificates',
      'network BINs',
      'webhook authorities',
      'webhook endpoints',
      'outbox',
      'event feeds',
      'audit chain',
      'audit anchors',
      'audit anchor endpoints',
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

  it('has each of its checks in docs/operate/doctor.md', async () => {
    const page = await readFile(new URL('../../../../../docs/operate/doctor.md', import.meta.url), 'utf8');
    const names = (await on.examine()).map(({ name }) => name);
    expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });

  it('uses up no approval code and no account number', async () => {
    const numbers = () =>
      on.server.db.sql(
        "select (select next_code from approval_codes limit 1) as code, (select last_number from account_numbers_issued where bank_id = 'DEMO') as account",
      );
    const before = await numbers();
    await on.examine();
    expect(await numbers()).toEqual(before);
  });
});
