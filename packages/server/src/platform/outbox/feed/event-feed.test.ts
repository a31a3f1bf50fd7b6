import { createHash } from 'node:crypto';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { waitForIndex } from '../../../testing/background-work.ts';
import { authorize, cardBody, ecommerceMessage, issueCard } from '../../../testing/cards/issued-cards.ts';
import { filesOfFeed, readFeed, readManifests, readParquet } from '../../../testing/event-feed.ts';
import { fileFolder, fileResource } from '../../../testing/file-resources.ts';
import { fileServer } from '../../../testing/test-server.ts';
import { deleteOldEvents } from '../messages/message-retention-store.ts';
import { readFeedLag } from './feed-event-store.ts';
import { setFeed } from './feed-store.ts';

const server = fileServer();
let folder: string;
let folders = 0;
const root = fileFolder();
const card = fileResource(() => issueCard(server));
beforeEach(async () => {
  folders += 1;
  folder = join(root, String(folders));
  await server.db.sql('delete from event_feeds');
  await server.db.sql('delete from outbox_events');
});

const feed = (events: readonly string[], bankId = 'DEMO', of = folder) =>
  setFeed(server.db.database, bankId, { folder: of, events, intervalSeconds: 60 });
async function write(): Promise<void> {
  await server.db.sql('update event_feeds set due_at = now()');
  await server.server.feedsIdle();
}
const setStatus = (value: string) =>
  server.envelope('cards.change-status', {
    card_identifier_id: card.exid,
    card_identifier_type: 'EXID',
    status: { type: 'card_status', value },
  });

describe('a file', () => {
  it('has a row for each event, with the columns of the change and the payload that endpoints get', async () => {
    await feed(['card.status_changed']);
    await setStatus('BLOCKED');
    await setStatus('ACTIVE');
    await write();
    const path = 'type=card.status_changed/hour=2026-11-20T08/000000000001.parquet';
    expect(await filesOfFeed(folder)).toEqual([path]);
    const [first, second, ...others] = await readParquet(join(folder, path));
    expect(others).toEqual([]);
    const events = await server.db.sql<{ event_id: string; notification_id: string; created_at: Date }>(
      'select event_id::text, notification_id, created_at from outbox_events order by event_id',
    );
    const [audit] = await server.db.sql<{ id: string }>(
      `select audit_id::text as id from audit_log where subject = $1 and outcome = 'status changed' order by audit_id limit 1`,
      [`card:${card.exid}`],
    );
    expect(first).toEqual({
      position: BigInt(events[0]!.event_id),
      id: events[0]!.notification_id,
      type: 'card.status_changed',
      stream: `update:card:${card.exid}`,
      occurred_at: events[0]!.created_at,
      object_kind: 'card',
      object_id: card.exid,
      object_version: null,
      actor_kind: 'client',
      actor_id: 'demo-bank',
      actor_name: null,
      reason: null,
      audit_id: audit!.id,
      payload: expect.any(String),
    });
    expect(JSON.parse(String(first!.payload))).toEqual({
      id: events[0]!.notification_id,
      type: 'card.status_changed',
      occurred_at: events[0]!.created_at.toISOString(),
      bank: 'DEMO',
      object: { kind: 'card', id: card.exid, version: null },
      actor: { kind: 'client', id: 'demo-bank' },
      before: { card_status: 'ACTIVE' },
      after: { card_status: 'BLOCKED' },
      audit_id: audit!.id,
    });
    expect(JSON.parse(String(second!.payload))).toMatchObject({ after: { card_status: 'ACTIVE' } });
    const content = await readFile(join(folder, path));
    expect(await readManifests(folder)).toEqual([
      {
        sequence: 1,
        bank: 'DEMO',
        files: [
          {
            path,
            type: 'card.status_changed',
            hour: '2026-11-20T08',
            rows: 2,
            first_event_id: events[0]!.notification_id,
            last_event_id: events[1]!.notification_id,
            sha256: createHash('sha256').update(content).digest('hex'),
          },
        ],
      },
    ]);
    expect((await stat(join(folder, path))).mode & 0o777).toBe(0o640);
  });

  it('has the events of one type and hour; a prefix covers all types, and card numbers are masked', async () => {
    await feed(['card.*', 'authorization.*']);
    await server.envelope('cards.create-card', cardBody(card));
    await authorize(server, ecommerceMessage(card));
    await waitForIndex(server);
    server.clock.advance(3_600_000);
    await setStatus('BLOCKED');
    await setStatus('ACTIVE');
    await write();
    expect(await filesOfFeed(folder)).toEqual([
      'type=authorization.approved/hour=2026-11-20T08/000000000001.parquet',
      'type=card.created/hour=2026-11-20T08/000000000001.parquet',
      'type=card.status_changed/hour=2026-11-20T09/000000000001.parquet',
    ]);
    const [created] = (await readFeed(folder)).filter(({ type }) => type === 'card.created');
    expect(JSON.parse(String(created?.payload)).after.card_number).toMatch(/^\d{6}X+\d{4}$/);
    expect(created).toMatchObject({ object_kind: 'card', actor_id: 'demo-bank' });
    const [approved] = (await readFeed(folder)).filter(({ type }) => type === 'authorization.approved');
    expect(approved).toMatchObject({ object_kind: null, actor_kind: null, audit_id: null });
  });
});

describe('a feed', () => {
  it('contains no events of types that it does not include, and none is written for them', async () => {
    await feed(['client.*']);
    await setStatus('BLOCKED');
    await setStatus('ACTIVE');
    await write();
    expect(await server.db.sql('select from outbox_events')).toHaveLength(0);
    expect(await readdir(root)).not.toContain(String(folders));
  });

  it('never contains an event of another bank', async () => {
    const other = `${folder}-other`;
    await feed(['card.*']);
    await feed(['card.*'], 'OTHR', other);
    await setStatus('BLOCKED');
    await setStatus('ACTIVE');
    await issueCard(server, { as: 'other-bank' });
    await write();
    const banksIn = async (of: string) =>
      new Set((await readFeed(of)).map(({ payload }) => JSON.parse(String(payload)).bank));
    expect(await banksIn(folder)).toEqual(new Set(['DEMO']));
    expect(await banksIn(other)).toEqual(new Set(['OTHR']));
  });

  it('continues its sequence, and contains each event once', async () => {
    await feed(['card.status_changed']);
    for (const status of ['BLOCKED', 'ACTIVE', 'BLOCKED', 'ACTIVE']) {
      await setStatus(status);
      await write();
      await write();
    }
    expect((await readManifests(folder)).map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4]);
    expect((await readFeed(folder)).map(({ payload }) => JSON.parse(String(payload)).after.card_status)).toEqual([
      ...['BLOCKED', 'ACTIVE', 'BLOCKED', 'ACTIVE'],
    ]);
  });

  it('that the configuration removes and adds again continues its sequence with the events from then on', async () => {
    await feed(['card.status_changed']);
    await setStatus('BLOCKED');
    await write();
    await setFeed(server.db.database, 'DEMO', undefined);
    await setStatus('ACTIVE');
    await feed(['card.status_changed']);
    await setStatus('BLOCKED');
    await write();
    await setStatus('ACTIVE');
    expect((await readManifests(folder)).map(({ files }) => files.map(({ rows }) => rows))).toEqual([[1], [1]]);
  });

  it('loses no event while its folder cannot be written, and events that it has not read are not deleted', async () => {
    await writeFile(folder, 'a file in the place of the folder');
    await feed(['card.status_changed'], 'DEMO', join(folder, 'feed'));
    await setStatus('BLOCKED');
    await setStatus('ACTIVE');
    await write();
    expect(server.logs.some((line) => line.includes('the feed of events could not be written'))).toBe(true);
    expect(await readFeedLag(server.db.database, 'DEMO')).toBeInstanceOf(Date);
    const later = new Date(server.clock.now().getTime() + 1);
    expect(await deleteOldEvents(server.db.database, 'DEMO', later, 10)).toBe(0);
    await rm(folder);
    await feed(['card.status_changed']);
    await write();
    expect(await readFeed(folder)).toHaveLength(2);
    expect(await readFeedLag(server.db.database, 'DEMO')).toBeUndefined();
    expect(await deleteOldEvents(server.db.database, 'DEMO', later, 10)).toBe(2);
  });

  it.each([
    ['a disk that is not mounted', async () => await rm(folder, { recursive: true })],
    ['the folder of another feed', async () => await feed(['card.status_changed'], 'DEMO', `${folder}-taken`)],
  ])('writes nothing into %s', async (_what, harm) => {
    await feed(['card.*'], 'OTHR', `${folder}-taken`);
    await issueCard(server, { as: 'other-bank' });
    await feed(['card.status_changed']);
    await setStatus('BLOCKED');
    await write();
    await harm();
    await setStatus('ACTIVE');
    await write();
    expect(await filesOfFeed(folder).then((names) => names.length)).toBeLessThan(2);
    expect((await filesOfFeed(`${folder}-taken`)).filter((name) => name.includes('status_changed'))).toEqual([]);
  });
});
