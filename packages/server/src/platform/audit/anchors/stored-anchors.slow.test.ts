import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type AuditedProcess, auditedProcess } from '../../../testing/system/audited-process.ts';
import { answersStatus, startReceiver, type WebhookReceiver } from '../../../testing/webhook-receiver.ts';
import { WITHIN } from '../../../testing/within.ts';

const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';

let receiver: WebhookReceiver;
let on: AuditedProcess;
beforeEach(async () => {
  receiver = await startReceiver({ tls: 'none', secret: SECRET });
  receiver.behave(answersStatus(204));
  const endpoints = JSON.stringify([{ url: receiver.url, secret: SECRET }]);
  on = await auditedProcess({ CARDWRIGHT_AUDIT_ANCHOR_ENDPOINTS: endpoints });
});
afterEach(async () => {
  await on?.close();
  await receiver.close();
});

/** Waits until every row is sealed and the endpoint has the head; returns its number. */
async function arrived(): Promise<number> {
  return await vi.waitFor(async () => {
    expect(await on.db.sql('select 1 from audit_queue')).toEqual([]);
    const [row] = await on.db.sql<{ no: number }>(
      "select max(chain_no)::int as no from audit_chain where bank_id = 'DEMO'",
    );
    const heads = receiver.received.flatMap(({ body }) => JSON.parse(body).heads.DEMO ?? []);
    expect(heads.at(-1)?.chain_no).toBe(String(row!.no));
    return row!.no;
  }, WITHIN);
}

const verify = (file: string, ...more: string[]) => on.verify('--anchors', file, ...more);

/**
 * Writes the anchors that the endpoint stored to a file. The servers' own anchors are deleted, and the server is
 * stopped.
 */
async function findStoredAnchor(): Promise<string> {
  const anchorFile = join(on.folder, 'kept.jsonl');
  await writeFile(anchorFile, receiver.received.map(({ body }) => `${body}\n`).join(''));
  expect(await verify(anchorFile)).toMatchObject({ code: 0, findings: [] });
  await on.first.kill();
  await rm(join(on.folder, 'audit-anchors'), { recursive: true });
  return anchorFile;
}

it('the anchors that a bank stored reveal a log that was cut back, also if the servers’ own are lost', async () => {
  const before = await arrived();
  await on.read(on.first, 5);
  const after = await arrived();
  const anchor = await findStoredAnchor();
  await on.cutBack(BigInt(before));
  const { code, findings } = await verify(anchor);
  expect(code).toBe(1);
  expect(findings).toContain(`REMOVED DEMO number ${after}: the anchor in ${anchor} has number ${after} of this chain`);

  await writeFile(anchor, '{"type":"audit.anchor","heads":{"DEMO":{"chain_no":"x"}}}\n');
  expect(await verify(anchor)).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^DEMO: .*; verified; head DEMO:/m),
    stderr: expect.stringContaining(`${anchor}: line 1 is not an anchor`),
  });
  const [head] = await on.db.sql(
    `select outcome, details from audit_log where operation = 'audit.verify' order by audit_id desc limit 1`,
  );
  expect(head).toEqual({ outcome: 'failed', details: { log: 'all', findings: 0 } });
});

it('stored anchors reveal a log of which nothing is left, also when only that log is verified', async () => {
  await arrived();
  const anchor = await findStoredAnchor();
  const [log] = await on.db.sql<{ name: string; last: string }>(
    `select bank_id as name, max(chain_no)::text as last from audit_chain where bank_id like 'acquirer:%' group by 1 limit 1`,
  );
  for (const table of ['audit_chain', 'audit_seals', 'audit_log']) {
    await on.db.sql(`delete from ${table} where bank_id = $1`, [log!.name]);
  }
  const { code, findings } = await verify(anchor, '--bank', log!.name);
  expect(code).toBe(1);
  expect(findings).toContain(
    `REMOVED ${log!.name} number ${log!.last}: the anchor in ${anchor} has number ${log!.last} of this chain`,
  );
  const unknown = await verify(anchor, '--bank', 'NONE');
  expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('no log found for NONE') });
});
