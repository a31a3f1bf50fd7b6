import { readFileSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AuditedProcess, auditedProcess } from '../../../testing/system/audited-process.ts';
import { WITHIN } from '../../../testing/within.ts';

let on: AuditedProcess;
beforeEach(async () => {
  on = await auditedProcess();
});
afterEach(() => on?.close());

const verify = async () => {
  const { code, findings } = await on.verify();
  return { code, findings };
};

const lastNo = async () =>
  (await on.db.sql<{ no: string }>("select max(chain_no) as no from audit_chain where bank_id = 'DEMO'"))[0]!.no;

async function anchorFile(): Promise<string> {
  const anchors = join(on.folder, 'audit-anchors');
  const name = (await readdir(anchors)).find((file) => file.endsWith('.json'))!;
  return join(anchors, name);
}

/** Waits until every row is in the chain and the head of the chain is in the file. Returns its number. */
async function anchored(): Promise<bigint> {
  return await vi.waitFor(async () => {
    expect(await on.db.sql('select 1 from audit_queue')).toEqual([]);
    const { heads } = JSON.parse(readFileSync(await anchorFile(), 'utf8'));
    const no = await lastNo();
    expect(heads.DEMO.chain_no).toBe(String(no));
    return BigInt(no);
  }, WITHIN);
}

/** Creates one seal for all rows up to here, so that the chain can be cut at a seal. */
async function readTwice(server = on.first): Promise<{ before: bigint; after: bigint }> {
  const before = await anchored();
  await on.read(server, 5);
  return { before, after: await anchored() };
}

describe('a log that was cut back together with its chain and its seals', () => {
  it('after the server was killed, is found by the anchor that the server left on its own machine', async () => {
    const { before, after } = await readTwice();
    await on.first.kill();
    await on.cutBack(before);
    const { code, findings } = await verify();
    expect(code).toBe(1);
    expect(findings).toEqual([
      `REMOVED DEMO number ${after}: the anchor in ${await anchorFile()} has number ${after} of this chain`,
    ]);
  });

  it('is also found after servers have continued from there, and they report it', async () => {
    const { before, after } = await readTwice();
    await on.cutBack(before);
    await on.read(on.first, 1);
    const message = 'the audit log does not match its anchors';
    await vi.waitFor(() => expect(on.first.output.join('')).toContain(message), WITHIN);
    await on.first.kill();
    const next = await on.start();
    await on.read(next, 10);
    await vi.waitFor(() => expect(next.output.join('')).toContain(message), WITHIN);
    await vi.waitFor(async () => expect(await on.db.sql('select 1 from audit_queue')).toEqual([]), WITHIN);
    const { code, findings } = await verify();
    expect(code).toBe(1);
    expect(findings).toEqual([
      `FORGED DEMO number ${after}: the anchor in ${await anchorFile()} has number ${after} with another hash`,
    ]);
  });

  it('is found if nothing of the bank’s log is left', async () => {
    const { after } = await readTwice();
    await on.first.kill();
    await on.cutBack(0n);
    const { findings } = await verify();
    expect(findings).toEqual([
      expect.stringMatching(`^REMOVED DEMO number ${after}: the anchor in .* has number ${after} of this chain$`),
    ]);
  });
});

it('an unchanged log is intact, also after a kill and a restart', async () => {
  await readTwice();
  expect(await verify()).toEqual({ code: 0, findings: [] });
  await on.first.kill();
  const next = await on.start();
  await readTwice(next);
  expect(await verify()).toEqual({ code: 0, findings: [] });
  expect(next.output.join('')).not.toContain('anchored as');
});

it('a changed anchor file is reported, and servers do not overwrite it', async () => {
  await anchored();
  await on.first.kill();
  const file = await anchorFile();
  const changed = readFileSync(file, 'utf8').replace(/"chain_no":"\d+"/, '"chain_no":"1"');
  await writeFile(file, changed);
  const next = await on.start();
  await on.read(next, 1);
  await vi.waitFor(() => expect(next.output.join('')).toContain('was not made with the key next to it'), WITHIN);
  expect(readFileSync(file, 'utf8')).toBe(changed);
  expect((await verify()).findings).toEqual([`FORGED -: ${file} was not made with the key next to it (anchor-key)`]);
});
