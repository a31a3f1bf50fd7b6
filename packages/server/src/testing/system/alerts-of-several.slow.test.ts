import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { copyRepository } from '../../../../repository/src/checkout/repository-copy.ts';
import { installedPostgres } from '../database/installed-postgres.ts';
import { type PostgresPair, startPair } from '../database/postgres-pair.ts';
import { startTcpProxy, type TcpProxy } from '../database/tcp-proxy.ts';
import { WITHIN } from '../within.ts';
import {
  evaluateRules,
  NEEDED,
  PROMTOOL,
  readScrape,
  type Scrape,
  untilScrape,
  WITHOUT_STANDBY,
} from './alert-rules.ts';
import { canRun, installedProgram } from './installed-program.ts';
import { type RunningPrometheus, runPrometheus } from './run-prometheus.ts';
import { dataFolder, type ServerProcess, startServer } from './server-process.ts';

const PROMETHEUS = installedProgram('prometheus');
const WHOLE_MS = 300_000;
/** The delay in each direction. The primary learns after twice that time that the standby has stored a change. */
const LATE_MS = 5_500;
const JOB = 'cardwright';
const NEXT_VERSION = '0.1.99';

let folder: string;
let pair: PostgresPair;
let link: TcpProxy;
let one: ServerProcess;
let next: ServerProcess | undefined;
let prometheus: RunningPrometheus | undefined;

const scrape = async () => readScrape((await one.request({ url: '/metrics' })).text);
const until = (series: string, holds: (value: number) => boolean) => untilScrape(scrape, series, holds);
const isIn = (state: string) => until(`cardwright_database_replication{state="${state}"}`, (value) => value === 1);
const start = (program?: string) =>
  startServer({ DATABASE_URL: pair.url, CARDWRIGHT_DATA_DIR: folder, CARDWRIGHT_LOG_LEVEL: 'warn' }, program);

/** Copies the code as a release with another version. */
function nextRelease(): string {
  const copy = join(folder, 'next');
  mkdirSync(copy);
  copyRepository(copy);
  const file = join(copy, 'packages', 'server', 'package.json');
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), version: NEXT_VERSION }));
  return join(copy, 'packages', 'server', 'dist', 'program', 'main.js');
}

/** Delays the network to the standby. No commit waits for it, so that the servers keep working. */
async function moveAway(): Promise<void> {
  const [primary, standby] = [pair.primary(), pair.standby()];
  await primary.configure({ isSynchronous: false });
  await standby.kill();
  await standby.configure({ isSynchronous: false, follows: { ...primary, front: link } });
  await standby.start();
  const streaming = "select pid from pg_stat_replication where state = 'streaming'";
  await vi.waitFor(async () => expect(await primary.sql(streaming)).toHaveLength(1), WITHIN);
  link.delay(LATE_MS);
}

async function goAway(): Promise<void> {
  await pair.standby().kill();
  await pair.primary().configure({ isSynchronous: true });
}

async function seen(holds: (found: Scrape) => boolean): Promise<Scrape> {
  return await vi.waitFor(async () => {
    const found = await prometheus!.series(JOB);
    expect(holds(found), [...found.keys()].filter((name) => /^(?:up|cardwright_build)/.test(name)).join('\n')).toBe(
      true,
    );
    return found;
  }, WITHIN);
}

const valuesOf = (found: Scrape, name: string) =>
  [...found].flatMap(([series, value]) => (series.startsWith(`${name}{`) ? value : []));

const fires = (calm: Scrape, last: Scrape, ...alerts: readonly string[]) =>
  expect(evaluateRules(folder, { calm, last }, alerts), alerts.join()).toContain('SUCCESS');

if (canRun('What alerts say of several servers', PROMTOOL && PROMETHEUS && installedPostgres(), NEEDED)) {
  beforeAll(async () => {
    const programs = installedPostgres();
    if (programs === undefined || PROMETHEUS === undefined) throw new Error(NEEDED);
    folder = dataFolder();
    pair = await startPair(programs, folder);
    link = await startTcpProxy();
    link.aim({ port: pair.primary().port });
    one = await start();
    // without this grant, servers do not see the lag of a standby
    await pair.primary().sql('grant pg_read_all_stats to cardwright_server');
  }, WHOLE_MS);
  afterAll(async () => {
    await prometheus?.stop();
    await next?.kill();
    await one?.kill();
    await link?.close();
    await pair?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  describe('the rules of deploy/prometheus', () => {
    it(
      'fire on metrics of several servers, and of Prometheus about them, each with its cause',
      async () => {
        const calm = await isIn('synchronous');
        fires(calm, calm);

        next = await start(nextRelease());
        prometheus = await runPrometheus(PROMETHEUS!, folder, JOB, [one.url, next.url]);
        const both = await seen((found) => valuesOf(found, 'cardwright_build_info').length === 2);
        expect(valuesOf(both, 'up')).toEqual([1, 1]);
        fires(both, both, 'CardwrightVersionsDiffer');
        await next.kill();
        const down = await seen((found) => valuesOf(found, 'up').includes(0));
        fires(both, down, 'CardwrightDown');

        await moveAway();
        const late = await until('cardwright_database_replication_lag_seconds', (seconds) => seconds > 10);
        fires(calm, late, 'CardwrightReplicationLag', WITHOUT_STANDBY);
        await goAway();
        fires(calm, await isIn('waiting'), 'CardwrightCommitsWait');
        await pair.primary().kill();
        const lost = await until('cardwright_database_replication{state="waiting"}', (value) => value === 0);
        fires(calm, lost, 'CardwrightDatabaseUnreachable');
      },
      WHOLE_MS,
    );
  });
}
