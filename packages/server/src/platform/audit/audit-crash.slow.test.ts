import pg from 'pg';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type IssuedCard, issueCard } from '../../testing/cards/issued-cards.ts';
import { cleanUp, dataFolder, type ServerProcess } from '../../testing/system/server-process.ts';
import { startSandbox } from '../../testing/system/start-sandbox.ts';
import { STATEMENT_LIMIT_MS, WITHIN } from '../../testing/within.ts';
import { openDatabase } from '../storage/index.ts';
import { openVault, sandboxKeys } from '../vault/index.ts';
import { type AuditFinding, listLogs, readAuditLogs, verifyHeads, verifyLog } from './index.ts';

let folder: string;
let servers: ServerProcess[];
beforeEach(() => {
  folder = dataFolder();
  servers = [];
});
afterEach(() => cleanUp(servers, folder));

async function start(): Promise<ServerProcess> {
  const server = await startSandbox({ CARDWRIGHT_DATA_DIR: folder });
  servers.push(server);
  return server;
}

/** Reads a card so that its audit rows cannot be sealed: another connection holds the lock of the bank's chain. */
async function readUnsealed(server: ServerProcess, card: IssuedCard): Promise<pg.Client> {
  const client = new pg.Client(server.connection());
  // this connection breaks when the database is killed
  client.on('error', () => {});
  await client.connect();
  await client.query(`select pg_advisory_lock(4203187, hashtext('DEMO'))`);
  for (let request = 0; request < 20; request++) {
    await server.envelope('cards.enquire-card', { card_identifier_id: card.exid, card_identifier_type: 'EXID' });
  }
  const { rows } = await client.query(`select count(*)::int as waiting from audit_queue where bank_id = 'DEMO'`);
  expect(rows[0].waiting).toBeGreaterThanOrEqual(20);
  return client;
}

/** Waits until everything is sealed. Returns the findings, and how many reads of the card are in the chain. */
async function verifySealed(server: ServerProcess, card: IssuedCard) {
  const limits = { maxConnections: 2, statementTimeoutMs: STATEMENT_LIMIT_MS, onError: () => {} };
  const database = openDatabase({ connection: server.connection(), ...limits });
  const query = (text: string, values: unknown[] = []) => database.query<{ n: bigint }>({ name: '', text }, values);
  try {
    await vi.waitFor(async () => expect(await query('select audit_id as n from audit_queue')).toEqual([]), WITHIN);
    const keys = await openVault(database, await sandboxKeys(folder));
    const findings: AuditFinding[] = [];
    await readAuditLogs(database, async (tx) => {
      const deps = { tx, keys, report: (finding: AuditFinding) => void findings.push(finding) };
      for (const log of await listLogs(tx)) await verifyLog(deps, log);
      await verifyHeads(deps, []);
    });
    const [reads] = await query(
      `select count(*) as n from audit_log l join audit_chain c using (bank_id, audit_id, at)
        where l.operation = 'cards.enquire-card' and l.subject = $1`,
      [`card:${card.exid}`],
    );
    return { findings, reads: Number(reads!.n) };
  } finally {
    await database.close();
  }
}

it('rows of a server that was killed before sealing are sealed by the next one', async () => {
  const killed = await start();
  const card = await issueCard(killed);
  const client = await readUnsealed(killed, card);
  await killed.kill();
  await client.end();
  expect(await verifySealed(await start(), card)).toEqual({ findings: [], reads: 20 });
});

it('rows written before the database was killed are sealed after it is back', async () => {
  const server = await start();
  const card = await issueCard(server);
  const client = await readUnsealed(server, card);
  const killed = server.postmasterPid();
  process.kill(killed, 'SIGKILL');
  await vi.waitUntil(() => server.postmasterPid() !== killed, WITHIN);
  await client.end().catch(() => {});
  expect(await verifySealed(server, card)).toEqual({ findings: [], reads: 20 });
});
