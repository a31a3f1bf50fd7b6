import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import { issueCard } from '../../../testing/cards/issued-cards.ts';
import { filesOfFeed, readFeed, readManifests } from '../../../testing/event-feed.ts';
import { fileFolder, fileResource } from '../../../testing/file-resources.ts';
import { fileServer } from '../../../testing/test-server.ts';
import { setFeed } from './feed-store.ts';

const PROGRAM = fileURLToPath(new URL('../../../testing/feed-and-die.mjs', import.meta.url));
const STEPS = [
  'manifest stored',
  'file written',
  'file written',
  'files written',
  'manifest written',
  'position stored',
];

const server = fileServer();
const folder = fileFolder();
const card = fileResource(() => issueCard(server));
beforeAll(async () => {
  const events = ['card.status_changed', 'restriction.*'];
  await setFeed(server.db.database, 'DEMO', { folder, events, intervalSeconds: 60 });
});

/** Writes the feed in a separate process, after the lease of its predecessor was removed. */
async function write(dieAt?: number): Promise<{ signal: NodeJS.Signals | null; last: string | undefined }> {
  await server.db.sql('update event_feeds set due_at = now(), leased_until = null');
  const own = Object.entries(process.env).filter(([name]) => !/^(CARDWRIGHT_|DATABASE_URL$|NODE_)/.test(name));
  const child = spawn(process.execPath, [PROGRAM], {
    env: {
      ...Object.fromEntries(own),
      DATABASE_URL: server.db.url,
      CARDWRIGHT_DATA_DIR: server.dataDir,
      ...(dieAt !== undefined && { FEED_DIE_AT: String(dieAt) }),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  return new Promise((resolve) => {
    child.once('close', (_code, signal) => resolve({ signal, last: output.trim().split('\n').at(-1) }));
  });
}

async function change(value: string): Promise<void> {
  const identifier = { card_identifier_id: card.exid, card_identifier_type: 'EXID' };
  await server.envelope('cards.change-status', { ...identifier, status: { type: 'card_status', value } });
  await server.envelope('restrictions.set-restriction', {
    ...identifier,
    restriction: { restriction_type: 'ATM', isAllowed: value === 'ACTIVE' },
  });
}

it('each event is in exactly one file, once and in order, at whatever step the process is killed', async () => {
  for (const [at, step] of STEPS.entries()) {
    await change(at % 2 === 0 ? 'BLOCKED' : 'ACTIVE');
    expect(await write(at + 1)).toEqual({ signal: 'SIGKILL', last: `${at + 1} ${step}` });
    expect((await write()).signal).toBeNull();
    expect((await write()).signal).toBeNull();
    const written = await server.db.sql<{ id: string }>(
      `select notification_id as id from outbox_events where type = 'card.status_changed' order by event_id`,
    );
    const rows = (await readFeed(folder)).filter(({ type }) => type === 'card.status_changed');
    expect(rows.map(({ id }) => id)).toEqual(written.map(({ id }) => id));
  }
  expect((await readFeed(folder)).length).toBe(2 * STEPS.length);
  const paths = (await readManifests(folder)).flatMap(({ files }) => files.map(({ path }) => path));
  expect(await filesOfFeed(folder)).toEqual(paths.sort());
});
