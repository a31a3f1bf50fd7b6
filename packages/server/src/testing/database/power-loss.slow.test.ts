import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Random, withSeed } from '../random.ts';
import { runCommand } from '../system/command.ts';
import { checkBooks, loadRuns, missingAnswers, prepareLoad } from '../system/crash-books.ts';
import type { Load } from '../system/crash-load.ts';
import { type ServerProcess, startServer } from '../system/server-process.ts';
import { missingForPowerCuts, type PowerCutDisk, powerCutDisk } from './power-cut-disk.ts';

const CUTS = 3;
/** Settings by which commits are answered before they are on the disk, which the durability tests must detect. */
const CARELESS = [
  'alter system set synchronous_commit = off',
  "alter system set wal_writer_delay = '10s'",
  "alter system set wal_writer_flush_after = '1GB'",
  'select pg_reload_conf()',
];

let disk: PowerCutDisk | undefined;
let server: ServerProcess | undefined;
beforeEach(() => {
  disk = undefined;
  server = undefined;
});
afterEach(async () => {
  await endAll();
  await disk?.remove();
});

async function start(): Promise<ServerProcess> {
  server = await startServer({ CARDWRIGHT_DATA_DIR: dataDir(), CARDWRIGHT_LOG_LEVEL: 'debug' });
  return server;
}

function dataDir(): string {
  return join(disk?.folder ?? '', 'cardwright');
}

/** Kills the server and its database, as a power failure does. */
async function endAll(): Promise<void> {
  await server?.kill();
  if (server === undefined || !/"the database is ready"/.test(server.output.join(''))) return;
  try {
    process.kill(server.postmasterPid(), 'SIGKILL');
  } catch {
    // the process has ended already, because it could not write
  }
}

/** Cuts the power under load, and starts from what the disk has. Returns how many blocks were not flushed. */
async function loseAndRestorePower(load: Load, on: PowerCutDisk, random: Random): Promise<number> {
  if (server === undefined) throw new Error('no server runs');
  const running = load.run(server);
  await loadRuns(running, random);
  const unflushed = await on.cutPower();
  await endAll();
  // after the cut, the database fails in various ways until its processes end
  await running.stop().catch(() => {});
  await on.powerOn();
  await start();
  return unflushed;
}

const missing = missingForPowerCuts();

if (missing.length > 0) {
  it('the test of power loss is skipped, because this machine cannot cut the power of a disk', () => {
    process.stderr.write(`Power loss was not tried on this machine, which lacks ${missing.join(', ')}\n`);
    expect(missing).not.toEqual([]);
  });
} else {
  describe('a power failure of the disk under load', () => {
    it(`loses no answer in ${CUTS} failures, and the audit log verifies`, () =>
      withSeed(async (random) => {
        const on = await powerCutDisk(() => random.from(1, 1_000_000));
        disk = on;
        const first = await start();
        const { cards, load } = await prepareLoad(first, random);
        for (let cut = 1; cut <= CUTS; cut++) {
          const unflushed = await loseAndRestorePower(load, on, random);
          const known = load.messages.filter(({ answer }) => answer !== undefined).length;
          process.stdout.write(`cut ${cut}: ${unflushed} blocks not flushed, ${known} answers known\n`);
          const now = server as unknown as ServerProcess;
          await checkBooks(now, now.connection(), load, cards);
        }
        const verified = await runCommand(['audit', 'verify'], { CARDWRIGHT_DATA_DIR: dataDir() });
        expect(verified.stdout).toMatch(/^the audit log is intact$/m);
      }));

    it('loses answers of a database that does not wait for the disk', () =>
      withSeed(async (random) => {
        const on = await powerCutDisk(() => random.from(1, 1_000_000));
        disk = on;
        const first = await start();
        const { load } = await prepareLoad(first, random);
        const admin = new pg.Client(first.connection());
        await admin.connect();
        for (const statement of CARELESS) await admin.query(statement);
        await admin.end();
        await loseAndRestorePower(load, on, random);
        const lost = await missingAnswers((server as unknown as ServerProcess).connection(), load);
        process.stdout.write(
          `without waiting for the disk, ${lost.length} of ${load.messages.length} answers were lost\n`,
        );
        expect(lost.length).toBeGreaterThan(0);
      }));
  });
}
