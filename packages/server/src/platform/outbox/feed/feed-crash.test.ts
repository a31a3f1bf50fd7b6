import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { filesOfFeed, readFeed, readManifests } from '../../../testing/event-feed.ts';
import { idOf, type TestOutbox, testOutbox } from '../../../testing/outbox.ts';
import { createLogger } from '../../http/request-log.ts';
import { findSettledPosition } from './feed-batch.ts';
import { createFeedRunner } from './feed-runner.ts';
import { claimFeed, setFeed } from './feed-store.ts';
import { writeFeed } from './write-feed.ts';

let outbox: TestOutbox;
let folder: string;
beforeEach(async () => {
  outbox = await testOutbox();
  folder = await mkdtemp(join(tmpdir(), 'cardwright-feed-'));
  await setFeed(outbox.db.database, 'DEMO', { folder, events: ['authorization.*'], intervalSeconds: 60 });
});
afterEach(async () => {
  await outbox.close();
  await rm(folder, { recursive: true, force: true });
});

const due = () => outbox.db.sql('update event_feeds set due_at = now(), lease = null, leased_until = null');

/** Writes the feed in the steps of a server, and stops at the step with this number. */
async function writeUntil(step: number): Promise<string | undefined> {
  await due();
  const { database } = outbox.db;
  const lease = '00000000-0000-4000-8000-000000000001';
  const feed = await claimFeed(database, 'DEMO', lease);
  const steps: string[] = [];
  const atStep = (name: string) => {
    steps.push(name);
    if (steps.length === step) throw new Error('killed');
  };
  await writeFeed({ database, vault: outbox.vault, atStep }, { bankId: 'DEMO', lease }, feed!).catch(() => {});
  return steps[step - 1];
}

const published = async (of: string, count: number) => {
  const names = Array.from({ length: count }, (_, at) => `${of}${at}`);
  await outbox.publish(names.map((name) => ({ name, stream: 'account:1' })));
  return names.map(idOf);
};

describe('a server that stops between two steps', () => {
  it('leaves a feed that another one continues: each event is in one file, once, in order', async () => {
    const STEPS = ['manifest stored', 'file written', 'files written', 'manifest written', 'position stored'];
    const ids: unknown[] = [];
    for (const [at, step] of STEPS.entries()) {
      ids.push(...(await published(String.fromCharCode(97 + at), 3)));
      expect(await writeUntil(at + 1)).toBe(step);
      // events after the crash are not in the files that it interrupted
      ids.push(...(await published(String.fromCharCode(107 + at), 2)));
      await writeUntil(0);
      await writeUntil(0);
      expect((await readFeed(folder)).map(({ id }) => id)).toEqual(ids);
    }
    const paths = (await readManifests(folder)).flatMap(({ files }) => files.map(({ path }) => path));
    expect((await filesOfFeed(folder)).sort()).toEqual(paths.sort());
  });

  it('leaves a manifest that fits its files, even if another version of the server encodes them in other bytes', async () => {
    await published('a', 3);
    await writeUntil(1);
    await outbox.db.sql(
      `update event_feeds set pending_manifest = replace(pending_manifest::text, pending_manifest #>> '{files,0,sha256}', repeat('0', 64))::json`,
    );
    await writeUntil(0);
    const [manifest] = await readManifests(folder);
    expect(manifest?.files[0]?.sha256).not.toBe('0'.repeat(64));
    expect(await readFeed(folder)).toHaveLength(3);
  });

  it('does not replace files that a manifest lists, after its database was restored', async () => {
    await published('a', 2);
    await writeUntil(0);
    const before = await readFeed(folder);
    await outbox.db.sql('update event_feeds set sequence = 0');
    await published('b', 1);
    await due();
    const lease = idOf('one');
    const feed = await claimFeed(outbox.db.database, 'DEMO', lease);
    const deps = { database: outbox.db.database, vault: outbox.vault };
    await expect(writeFeed(deps, { bankId: 'DEMO', lease }, feed!)).rejects.toThrow(
      'the database is older than the folder',
    );
    expect(await readFeed(folder)).toEqual(before);
  });

  it('leaves no partial file behind', async () => {
    await published('a', 1);
    await writeUntil(2);
    const [path] = await filesOfFeed(folder);
    await writeFile(join(folder, `${path}.00000000-0000-4000-8000-000000000002`), 'partial');
    await rm(join(folder, path!));
    await writeUntil(0);
    expect(await filesOfFeed(folder)).toEqual([path]);
    expect(await readFeed(folder)).toHaveLength(1);
  });
});

describe('several servers', () => {
  it('write each event once and in order, while others publish', async () => {
    const metrics = { countFeedEvents: () => {}, countFeedFailure: () => expect.unreachable() };
    const deps = { database: outbox.db.database, vault: outbox.vault, metrics, logger: createLogger('silent') };
    const runners = [1, 2, 3].map(() => createFeedRunner(deps));
    const writers = ['a', 'b', 'c', 'd'].map(async (stream) => {
      for (let round = 0; round < 15; round += 1) {
        const name = `${stream}${String(round).padStart(2, '0')}`;
        await outbox.publish([{ name, stream: `account:${stream}` }]);
        await outbox.db.sql('update event_feeds set due_at = now()');
        await runners[round % 3]!.idle();
      }
    });
    await Promise.all(writers);
    await due();
    await Promise.all(runners.map((runner) => runner.idle()));
    const rows = await readFeed(folder);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(60);
    expect(rows).toHaveLength(60);
    for (const stream of ['a', 'b', 'c', 'd']) {
      const own = rows.filter((row) => row.stream === `account:${stream}`).map(({ id }) => id);
      expect(own).toEqual(own.toSorted());
      expect(own).toHaveLength(15);
    }
  });

  it('do not write a feed that another server has leased', async () => {
    const { database } = outbox.db;
    await due();
    expect(await claimFeed(database, 'DEMO', idOf('one'))).toBeDefined();
    expect(await claimFeed(database, 'DEMO', idOf('two'))).toBeUndefined();
    await outbox.db.sql(`update event_feeds set leased_until = now() - interval '1 second'`);
    const feed = await claimFeed(database, 'DEMO', idOf('two'));
    await published('a', 1);
    const first = writeFeed({ database, vault: outbox.vault }, { bankId: 'DEMO', lease: idOf('one') }, feed!);
    await expect(first).rejects.toThrow('another server writes this feed now');
    expect(await filesOfFeed(folder)).toEqual([]);
  });
});

it('wait for a transaction that has an older id and commits later, and do not delay it', async () => {
  const { database } = outbox.db;
  const held = await database.connect({});
  try {
    await held.query('begin');
    await held.query(`select pg_advisory_xact_lock_shared(hashtextextended('outbox DEMO DEMO', 0))`);
    await held.query(
      `insert into outbox_events (bank_id, owner_id, notification_id, stream, type, sealed_payload, key_version, created_at)
       values ('DEMO', 'DEMO', $1, 'account:1', 'authorization.approved', '', 1, now())`,
      [idOf('late')],
    );
    await published('b', 1);
    let isSettled = false;
    const settling = findSettledPosition(database, 'DEMO').then((position) => {
      isSettled = true;
      return position;
    });
    // other transactions go on writing meanwhile
    await published('c', 1);
    expect(isSettled).toBe(false);
    await held.query('rollback');
    const [second] = await outbox.db.sql<{ event_id: string }>(
      'select event_id::text from outbox_events where notification_id = $1',
      [idOf('b0')],
    );
    expect(await settling).toBe(BigInt(second!.event_id));
  } finally {
    await held.end();
  }
});
