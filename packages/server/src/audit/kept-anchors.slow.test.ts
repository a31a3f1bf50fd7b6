import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runCommand } from '../testing/command.ts';
import { type IssuedCard, issueCard } from '../testing/issued-cards.ts';
import { cleanUp, dataFolder, type ServerProcess, startServer } from '../testing/server-process.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { answersStatus, startReceiver, type WebhookReceiver } from '../testing/webhook-receiver.ts';
import { WITHIN } from '../testing/within.ts';

const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';

let db: TestDatabase;
let folder: string;
let receiver: WebhookReceiver;
let servers: ServerProcess[];
let server: ServerProcess;
let card: IssuedCard;
beforeEach(async () => {
  db = await testDatabase();
  folder = dataFolder();
  receiver = await startReceiver({ tls: 'none', secret: SECRET });
  receiver.behave(answersStatus(204));
  servers = [];
  server = await startServer({
    ...environment(),
    CARDWRIGHT_AUDIT_ANCHOR_ENDPOINTS: JSON.stringify([{ url: receiver.url, secret: SECRET }]),
  });
  servers.push(server);
  card = await issueCard(server);
});
afterEach(async () => {
  await cleanUp(servers, folder);
  await receiver.close();
  await db.close();
});

const environment = () => ({ DATABASE_URL: db.url, CARDWRIGHT_DATA_DIR: folder });

async function read(times: number): Promise<void> {
  for (let at = 0; at < times; at++) {
    await server.envelope('cards.enquire-card', { card_identifier_id: card.exid, card_identifier_type: 'EXID' });
  }
}

/** Until everything is sealed and the endpoint has its head; the number of that. */
async function arrived(): Promise<number> {
  return await vi.waitFor(async () => {
    expect(await db.sql('select 1 from audit_queue')).toEqual([]);
    const [row] = await db.sql<{ no: number }>(
      "select max(chain_no)::int as no from audit_chain where bank_id = 'DEMO'",
    );
    const heads = receiver.received.flatMap(({ body }) => JSON.parse(body).heads.DEMO ?? []);
    expect(heads.at(-1)?.chain_no).toBe(String(row!.no));
    return row!.no;
  }, WITHIN);
}

async function verify(file: string, ...more: string[]) {
  const { code, stdout, stderr } = await runCommand(['audit', 'verify', '--anchors', file, ...more], environment());
  const findings = stdout.split('\n').filter((line) => /^(CHANGED|REMOVED|MOVED|INSERTED|FORGED) /.test(line));
  return { code, findings, stdout, stderr };
}

it('what a bank kept of the anchors finds a log that was cut back, also where the servers’ own are gone', async () => {
  const before = await arrived();
  await read(5);
  const after = await arrived();
  const kept = join(folder, 'kept.jsonl');
  await writeFile(kept, receiver.received.map(({ body }) => `${body}\n`).join(''));
  expect(await verify(kept)).toMatchObject({ code: 0, findings: [] });

  await server.kill();
  await rm(join(folder, 'audit-anchors'), { recursive: true });
  await db.sql(
    `with cut as (delete from audit_chain where bank_id = 'DEMO' and chain_no > $1 returning audit_id),
       seals as (delete from audit_seals where bank_id = 'DEMO' and chain_no > $1)
     delete from audit_log where bank_id = 'DEMO' and audit_id in (select audit_id from cut)`,
    [before],
  );
  const { code, findings } = await verify(kept);
  expect(code).toBe(1);
  expect(findings).toContain(`REMOVED DEMO number ${after}: the anchor in ${kept} has number ${after} of this chain`);

  await writeFile(kept, '{"type":"audit.anchor","heads":{"DEMO":{"chain_no":"x"}}}\n');
  expect(await verify(kept)).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^DEMO: .*; verified; head DEMO:/m),
    stderr: expect.stringContaining(`${kept}: line 1 is no anchor`),
  });
  const [noted] = await db.sql(
    `select outcome, details from audit_log where operation = 'audit.verify' order by audit_id desc limit 1`,
  );
  expect(noted).toEqual({ outcome: 'failed', details: { log: 'all', findings: 0 } });
});

it('kept anchors find a log of which nothing is left, also when it is asked for that log alone', async () => {
  await arrived();
  const kept = join(folder, 'kept.jsonl');
  await writeFile(kept, receiver.received.map(({ body }) => `${body}\n`).join(''));
  await server.kill();
  await rm(join(folder, 'audit-anchors'), { recursive: true });
  const [log] = await db.sql<{ name: string; last: string }>(
    `select bank_id as name, max(chain_no)::text as last from audit_chain where bank_id like 'acquirer:%' group by 1 limit 1`,
  );
  for (const table of ['audit_chain', 'audit_seals', 'audit_log']) {
    await db.sql(`delete from ${table} where bank_id = $1`, [log!.name]);
  }
  const { code, findings } = await verify(kept, '--bank', log!.name);
  expect(code).toBe(1);
  expect(findings).toContain(
    `REMOVED ${log!.name} number ${log!.last}: the anchor in ${kept} has number ${log!.last} of this chain`,
  );
  const unknown = await verify(kept, '--bank', 'NONE');
  expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('there is no log of NONE') });
});
