import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { signInDemo } from '../../server/src/testing/callers/demo-sessions.ts';
import { type IssuedCard, issueCard } from '../../server/src/testing/cards/issued-cards.ts';
import { runCommand } from '../../server/src/testing/system/command.ts';
import { type TestServer, testServer } from '../../server/src/testing/test-server.ts';
import { WITHIN } from '../../server/src/testing/within.ts';

let server: TestServer;
let card: IssuedCard;
beforeEach(async () => {
  server = await testServer();
  card = await issueCard(server);
  await read();
  await sealed();
});
afterEach(() => server?.close());

/** Waits until the server, which seals rows every second, has sealed all rows. */
async function sealed(): Promise<void> {
  await vi.waitFor(async () => {
    expect(await server.db.sql('select 1 from audit_queue')).toEqual([]);
  }, WITHIN);
}

async function read(): Promise<void> {
  const body = { card_identifier_id: card.exid, card_identifier_type: 'EXID' };
  await server.envelope('cards.enquire-card', body);
}

async function run(...words: string[]) {
  const environment = { DATABASE_URL: server.db.url, CARDWRIGHT_DATA_DIR: server.dataDir };
  const { code, stdout: out, stderr: err } = await runCommand(['audit', ...words], environment);
  return { code, out, err };
}

it('verify prints each log with its head, and reports that the log is intact', async () => {
  const { code, out } = await run('verify');
  expect([code, out]).toEqual([0, expect.stringMatching(/\nthe audit log is intact\n$/)]);
  expect(out).toMatch(/^DEMO: \d+ rows, numbers 1 to \d+; verified; head DEMO:\d+:[0-9a-f]{64}$/m);
  expect(out).toMatch(/^-: \d+ rows, numbers 1 to \d+; verified/m);
  const entries = await server.db.sql(`select outcome, details from audit_log where operation = 'audit.verify'`);
  expect(entries).toEqual([{ outcome: 'verified', details: { log: 'all', findings: 0 } }]);
});

it('verify reports the same as one JSON object, including findings', async () => {
  const { code, out } = await run('verify', '--json');
  const result = JSON.parse(out);
  expect([code, result.intact, result.count, result.findings]).toEqual([0, true, 0, []]);
  const log = result.logs.find(({ bankId }: { bankId: string }) => bankId === 'DEMO');
  expect(log).toMatchObject({ rows: log.last, first: 1, waiting: 0, findings: 0 });
  expect(log.head).toMatch(/^[0-9a-f]{64}$/);
  await server.db.sql(
    `update audit_log set actor = 'nobody' where operation = 'cards.enquire-card' and bank_id = 'DEMO'`,
  );
  const changed = await run('verify', '--bank', 'DEMO', '--json');
  expect(JSON.parse(changed.out)).toMatchObject({
    intact: false,
    count: 1,
    findings: [{ kind: 'CHANGED', bankId: 'DEMO', text: 'the log row was changed' }],
  });
  expect(changed.code).toBe(1);
});

it('export writes a chain that SHA-256 alone verifies, and is itself audited', async () => {
  const { code, out, err } = await run('export', '--bank', 'DEMO');
  expect(code).toBe(0);
  const [head, ...lines] = out.trimEnd().split('\n');
  expect(err).toBe(`${lines.length + 1} lines\n`);
  let previous = JSON.parse(head!).previous_chain_hash;
  let rows = 0;
  for (const line of lines) {
    const { type, chain_no, row_hash, chain_hash } = JSON.parse(line);
    if (type === 'seal') expect(chain_hash).toBe(previous);
    if (type !== 'row') continue;
    const row = line.slice(line.indexOf('"row":') + 6, -1);
    expect(createHash('sha256').update(row).digest('hex')).toBe(row_hash);
    expect(createHash('sha256').update(`${previous} ${chain_no} ${row_hash}`).digest('hex')).toBe(chain_hash);
    previous = chain_hash;
    rows += 1;
  }
  expect(rows).toBeGreaterThan(3);
  expect(out).toContain(`"subject":"card:${card.exid}"`);
  const [entry] = await server.db.sql<{ actor: string }>(
    `select actor from audit_log where bank_id = 'DEMO' and operation = 'audit.export'`,
  );
  expect(entry!.actor).toMatch(/^operator:/);
  expect((await run('export', '--bank', 'DEMO', '--to', '2020-01-01')).err).toBe(
    'no rows were sealed in this time range\n',
  );
});

it('verify accepts the proof that the console downloads, without a database, and reports a change in it', async () => {
  await sealed();
  const auditor = await signInDemo(server, 'rania');
  const query = { subject: `card:${card.exid}` };
  const { json } = await auditor.send('POST', '/V2/exports', { list: 'AUDIT_PROOF', query });
  await server.server.exportsIdle();
  const { json: file } = await auditor.send('GET', `/V2/exports/${json.export_id}/file`);
  const text = (file.parts as string[]).join('');
  expect(text).toContain(`"subject":"card:${card.exid}"`);
  const verified = async (name: string, content: string, ...more: string[]) => {
    await writeFile(join(server.dataDir, name), content);
    const words = ['audit', 'verify', '--file', join(server.dataDir, name), ...more];
    const { code, stdout: out, stderr: err } = await runCommand(words);
    return { code, out, err };
  };
  const { code, out, err } = await verified('proof.jsonl', text);
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/^DEMO: numbers \d+ to \d+, \d+ of \d+ rows in full; verified; head .*\nthe file is intact\n$/);
  const [, full] = /(\d+) of/.exec(out)!;
  const [, head] = /head (.*)\n/.exec(out)!;
  expect(Number(full)).toBe(text.match(/"subject":"card:/g)?.length);
  expect((await verified('proof.jsonl', text, '--expect', head!)).code).toBe(0);
  const other = head!.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  expect((await verified('proof.jsonl', text, '--expect', other)).out).toContain('FORGED DEMO');
  const lines = text.split('\n');
  const second = lines.findIndex((line, at) => at > 2 && line.includes('"type":"row"'));
  const changes = [
    ['CHANGED', text.replace(`"subject":"card:${card.exid}"`, '"subject":"card:another"')],
    ['REMOVED', lines.filter((_, at) => at !== second).join('\n')],
    ['REMOVED', lines.slice(0, second).join('\n')],
    ['FORGED', text.replace(/"row_hash":"[0-9a-f]{64}"/, `"row_hash":"${'0'.repeat(64)}"`)],
  ] as const;
  for (const [kind, content] of changes) {
    const found = await verified('changed.jsonl', content);
    expect([found.code, found.out]).toEqual([1, expect.stringContaining(`${kind} DEMO`)]);
  }
  expect((await verified('text.jsonl', 'no export\n')).err).toContain('the file is no export of an audit log');
});

it('refuses an invalid time or head, and an unknown log', async () => {
  expect((await run('export', '--bank', 'DEMO', '--from', 'yesterday')).code).toBe(2);
  expect((await run('verify', '--expect', 'DEMO:1')).code).toBe(2);
  expect(await run('verify', '--bank', 'NONE')).toEqual({
    code: 1,
    out: '',
    err: 'cardwright: no log found for NONE\n',
  });
});

it('verify names the changed row and the truncated chain, and exits with 1', async () => {
  await sealed();
  const first = await run('verify', '--bank', 'DEMO');
  const head = /head (DEMO:(\d+):[0-9a-f]{64})/.exec(first.out)!;
  const [row] = await server.db.sql<{ id: string; no: string }>(
    `select l.audit_id as id, c.chain_no as no from audit_log l join audit_chain c on c.audit_id = l.audit_id
      where l.operation = 'cards.enquire-card' and l.bank_id = 'DEMO'`,
  );
  await server.db.sql(`update audit_log set actor = 'nobody' where audit_id = $1`, [row!.id]);
  const { code, out } = await run('verify', '--bank', 'DEMO', '--expect', head[1]!);
  expect(code).toBe(1);
  expect(out.split('\n')[0]).toBe(`CHANGED DEMO number ${row!.no} audit id ${row!.id}: the log row was changed`);
  expect(out).toMatch(/^DEMO: .*; 1 findings; /m);
  for (const table of ['audit_chain', 'audit_seals']) {
    await server.db.sql(`delete from ${table} where bank_id = 'DEMO' and chain_no >= $1`, [head[2]]);
  }
  const cut = await run('verify', '--bank', 'DEMO', '--expect', head[1]!);
  expect([cut.code, cut.out]).toEqual([
    1,
    expect.stringContaining(`REMOVED DEMO number ${head[2]}: the expected head has number ${head[2]} of this chain`),
  ]);
});
