import { join } from 'node:path';
import { runWork } from '../../platform/operation/index.ts';
import { bureauOf, withBankLock } from './emboss-bank.ts';
import { type EmbossDeps, type EmbossRequest, embossingWork } from './embossing-request.ts';
import { readContent } from './run-records.ts';
import { nextReprint, readRun } from './run-store.ts';
import { writeDurably } from './write-durably.ts';
import { baseName, CLEAR_ENDING, ENCRYPTED_ENDING, refuseOther, type WrittenFile } from './write-run.ts';

/**
 * - REPRINTED: the reprint, a new file next to the original.
 * - NO_RUN: the bank has no run of this number. UNFINISHED: the original file is not written yet.
 * - BUSY, NO_KEY: as for a run.
 */
export type ReprintOutcome =
  | { readonly kind: 'REPRINTED'; readonly file: WrittenFile }
  | { readonly kind: 'NO_RUN' | 'UNFINISHED' | 'BUSY' | 'NO_KEY' };

/** Writes the content of a run again under the same number, for a bureau that lost the file. Encrypts to the current key. */
export async function reprintRun(deps: EmbossDeps, request: EmbossRequest, runNumber: number): Promise<ReprintOutcome> {
  const { database, folder } = deps;
  const { bank } = request;
  const bureau = await bureauOf(deps, bank);
  if (bureau === 'NO_KEY') return { kind: 'NO_KEY' };
  return await withBankLock<ReprintOutcome>(deps, bank.bankId, async () => {
    const run = await readRun(database, bank.bankId, runNumber);
    if (run === undefined) return { kind: 'NO_RUN' };
    if (run.state !== 'WRITTEN') return { kind: 'UNFINISHED' };
    const ending = bureau === undefined ? CLEAR_ENDING : ENCRYPTED_ENDING;
    const { content, name } = await runWork(deps, embossingWork(request), async (context) => {
      const content = await readContent(context, deps, bank, run, 'REPRINT');
      const count = await nextReprint(context.tx, bank.bankId, runNumber);
      return { commit: true, result: { content, name: `${baseName(run)}-reprint-${count}${ending}` } };
    });
    await refuseOther(folder, name);
    const bytes = bureau === undefined ? content : await bureau.encrypt(content);
    await writeDurably(folder, name, bytes, deps.atStep ?? (() => {}));
    const work = { ...embossingWork(request), operation: 'embossing.reprint-run' };
    await runWork(deps, work, async ({ audit }) => {
      const details = { file: name, cards: run.card_count, recipient: bureau?.fingerprint ?? null };
      audit(bank.bankId, `embossing-run:${runNumber}`, 'reprinted', details);
      return { commit: true, result: undefined };
    });
    const file: WrittenFile = {
      runNumber,
      path: join(folder, name),
      cards: run.card_count,
      contentSha256: run.content_sha256.toString('hex'),
      recipient: bureau?.fingerprint,
    };
    return { kind: 'REPRINTED', file };
  });
}
