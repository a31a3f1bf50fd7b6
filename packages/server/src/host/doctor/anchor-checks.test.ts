import { cp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { openAnchorFile } from '../../platform/audit/anchors/anchor-file.ts';
import { linesOf, startExaminationServer } from '../../testing/examination-server.ts';
import { fileResource } from '../../testing/file-resources.ts';
import { WITHIN } from '../../testing/within.ts';

const on = fileResource(() => startExaminationServer());

it('reports anchors of the audit log that are missing, changed, older than the chain, or of another chain', async () => {
  const anchors = async (environment: Record<string, string> = {}, more: { systemNow?: () => Date } = {}) =>
    linesOf(await on.examine(environment, more), 'audit anchors');
  await vi.waitFor(
    async () => expect(await anchors()).toEqual([expect.stringMatching(/^pass {2}\d+ heads in /)]),
    WITHIN,
  );
  const empty = join(on.folder, 'no-anchors');
  expect(await anchors({ CARDWRIGHT_AUDIT_ANCHOR_DIR: empty })).toEqual([
    `warn  no server has anchored the audit log in ${empty}: this check could not detect a truncated log`,
  ]);
  const copy = join(on.folder, 'anchors');
  await cp(join(on.server.dataDir, 'audit-anchors'), copy, { recursive: true });
  const file = await openAnchorFile(copy, 'elsewhere');
  await file.write([{ bankId: 'DEMO', chainNo: 900_000n, chainHash: Buffer.alloc(32) }]);
  expect(await anchors({ CARDWRIGHT_AUDIT_ANCHOR_DIR: copy })).toEqual([
    `fail  DEMO: the anchor in ${join(copy, 'elsewhere.json')} has number 900000 of this chain`,
  ]);
  for (const name of await readdir(copy)) if (name !== 'anchor-key') await rm(join(copy, name));
  await file.write([]);
  const minutesLater = { systemNow: () => new Date(Date.now() + 300_000) };
  expect(await anchors({ CARDWRIGHT_AUDIT_ANCHOR_DIR: copy }, minutesLater)).toContainEqual(
    expect.stringMatching(
      `^warn {2}DEMO: the latest \\d+ rows are not anchored in ${copy}; check whether a server on another host sealed them$`,
    ),
  );
  await writeFile(join(copy, 'elsewhere.json'), '{"heads":{},"mac":"00"}');
  expect(await anchors({ CARDWRIGHT_AUDIT_ANCHOR_DIR: copy })).toContainEqual(
    `fail  -: ${join(copy, 'elsewhere.json')} was not made with the key next to it (anchor-key)`,
  );
});
