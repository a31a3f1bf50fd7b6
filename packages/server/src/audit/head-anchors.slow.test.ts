import { readFileSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runCommand } from '../testing/command.ts';
import { type IssuedCard, issueCard } from '../testing/issued-cards.ts';
import { cleanUp, dataFolder, type ServerProcess, startServer } from '../testing/server-process.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { WITHIN } from '../testing/within.ts';

let db: TestDatabase;
let folder: string;
let servers: ServerProcess[];
let server: ServerProcess;
let card: IssuedCard;
beforeEach(async () => {
  db = await testDatabase();
  folder = dataFolder();
  servers = [];
  server = await start();
  card = await issueCard(server);
});
afterEach(async () => {
  await cleanUp(servers, folder);
  await db.close();
});

const environment = () => ({ DATABASE_URL: db.url, CARDWRIGHT_DATA_DIR: folder });

async function start(): Promise<ServerProcess> {
  const started = await startServer(environment());
  servers.push(started);
  return started;
}

async function read(on: ServerProcess, times: number): Promise<void> {
  for (let at = 0; at < times; at++) {
    await on.envelope('cards.enquire-card', { card_identifier_id: card.exid, card_identifier_type: 'EXID' });
  }
}

async function verify() {
  const { code, stdout } = await runCommand(['audit', 'verify'], environment());
  const findings = stdout.split('\n').filter((line) => /^(CHANGED|REMOVED|MOVED|INSERTED|FORGED) /.test(line));
  return { code, findings };
}

const lastNo = async () =>
  (await db.sql<{ no: string }>("select max(chain_no) as no from audit_chain where bank_id = 'DEMO'"))[0]!.no;

async function anchorFile(): Promise<string> {
  const anchors = join(folder, 'audit-anchors');
  const name = (await readdir(anchors)).find((file) => file.endsWith('.json'))!;
  return join(anchors, name);
}

/** Until everything is in the chain, and its head in the file. */
async function anchored(): Promise<bigint> {
  return await vi.waitFor(async () => {
    expect(await db.sql('select 1 from audit_queue')).toEqual([]);
    const { heads } = JSON.parse(readFileSync(await anchorFile(), 'utf8'));
    const no = await lastNo();
    expect(heads.DEMO.chain_no).toBe(String(no));
    return BigInt(no);
  }, WITHIN);
}

/** What the owner of the database can do: nothing of these numbers is left, in no table. */
async function cutBack(to: bigint): Promise<void> {
  const client = new pg.Client(db.connection);
  await client.connect();
  await client.query(
    `with cut as (delete from audit_chain where bank_id = 'DEMO' and chain_no > $1 returning audit_id),
       seals as (delete from audit_seals where bank_id = 'DEMO' and chain_no > $1)
     delete from audit_log where bank_id = 'DEMO' and audit_id in (select audit_id from cut)`,
    [to],
  );
  await client.end();
}

/** One seal for all rows up to here, so that the chain can be cut where a seal stands. */
async function readTwice(): Promise<{ before: bigint; after: bigint }> {
  const before = await anchored();
  await read(server, 5);
  return { before, after: await anchored() };
}

describe('a log that was cut back together with its chain and its seals', () => {
  it('after the server was killed, is found by the anchor that the server left on its own machine', async () => {
    const { before, after } = await readTwice();
    await server.kill();
    await cutBack(before);
    const { code, findings } = await verify();
    expect(code).toBe(1);
    expect(findings).toEqual([
      `REMOVED DEMO number ${after}: the anchor in ${await anchorFile()} has number ${after} of this chain`,
    ]);
  });

  it('is found also after servers have gone on from there, and they say so', async () => {
    const { before, after } = await readTwice();
    await cutBack(before);
    await read(server, 1);
    const told = 'the audit log is not what it was anchored as';
    await vi.waitFor(() => expect(server.output.join('')).toContain(told), WITHIN);
    await server.kill();
    const next = await start();
    await read(next, 10);
    await vi.waitFor(() => expect(next.output.join('')).toContain(told), WITHIN);
    await vi.waitFor(async () => expect(await db.sql('select 1 from audit_queue')).toEqual([]), WITHIN);
    const { code, findings } = await verify();
    expect(code).toBe(1);
    expect(findings).toEqual([
      `FORGED DEMO number ${after}: the anchor in ${await anchorFile()} has number ${after} with another hash`,
    ]);
  });

  it('is found where nothing of the bank’s log is left', async () => {
    const { after } = await readTwice();
    await server.kill();
    await cutBack(0n);
    const { findings } = await verify();
    expect(findings).toEqual([
      expect.stringMatching(`^REMOVED DEMO number ${after}: the anchor in .* has number ${after} of this chain$`),
    ]);
  });
});

it('an unchanged log is intact, after a kill and another start too', async () => {
  await readTwice();
  expect(await verify()).toEqual({ code: 0, findings: [] });
  await server.kill();
  server = await start();
  await readTwice();
  expect(await verify()).toEqual({ code: 0, findings: [] });
  expect(server.output.join('')).not.toContain('anchored as');
});

it('an anchor file that somebody changed is told, and servers do not write over it', async () => {
  await anchored();
  await server.kill();
  const file = await anchorFile();
  const changed = readFileSync(file, 'utf8').replace(/"chain_no":"\d+"/, '"chain_no":"1"');
  await writeFile(file, changed);
  const next = await start();
  await read(next, 1);
  await vi.waitFor(() => expect(next.output.join('')).toContain('was not made with the key beside it'), WITHIN);
  expect(readFileSync(file, 'utf8')).toBe(changed);
  expect((await verify()).findings).toEqual([`FORGED -: ${file} was not made with the key beside it (anchor-key)`]);
});
