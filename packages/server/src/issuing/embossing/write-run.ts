import { hostname } from 'node:os';
import { join } from 'node:path';
import { readIfThere } from '../../platform/kernel/durable-file.ts';
import { runWork } from '../../platform/operation/index.ts';
import type { BureauKey } from './bureau-key.ts';
import { type EmbossDeps, type EmbossRequest, embossingWork } from './embossing-request.ts';
import { sha256 } from './file-content.ts';
import { readContent } from './run-records.ts';
import { markRunWritten, type RunRow, setFile } from './run-store.ts';
import { syncFolder, writeDurably } from './write-durably.ts';

/** A written file, for messages to people. */
export interface WrittenFile {
  readonly runNumber: number;
  readonly path: string;
  readonly cards: number;
  /** SHA-256 of the content before encryption. */
  readonly contentSha256: string;
  /** Fingerprint of the encryption key; undefined for an unencrypted file. */
  readonly recipient: string | undefined;
  /** Another host that started the run and may have the same file. */
  readonly begunOn?: string;
}

export const CLEAR_ENDING = '.emb';
export const ENCRYPTED_ENDING = '.emb.pgp';

/** Returns the prefix of the names of a bank's files. */
export function namePrefix(bankId: string): string {
  // a bank's id may contain any characters, and a name must not leave the folder
  return `${bankId.replace(/[^A-Za-z0-9]/g, (character) => `%${character.codePointAt(0)!.toString(16)}`)}-`;
}

/** Returns the bank, the run and its local day, such as `DEMO-000001-20261121`. */
export function baseName({ file_facts: { bankId, runNumber, createdAt } }: Pick<RunRow, 'file_facts'>): string {
  const day = createdAt.slice(0, 10).replaceAll('-', '');
  return `${namePrefix(bankId)}${String(runNumber).padStart(6, '0')}-${day}`;
}

/**
 * Writes the file of a run into the folder and marks the run WRITTEN. An earlier attempt may have been interrupted:
 * name and hash are stored before the file gets its name, so an existing file is recognized and never written twice.
 * @param content the content, if it was just built
 */
export async function finishRun(
  deps: EmbossDeps,
  request: EmbossRequest,
  bureau: BureauKey | undefined,
  run: RunRow,
  content?: Buffer,
): Promise<WrittenFile> {
  const { database, folder } = deps;
  const { bankId } = request.bank;
  const earlier = run.file_name === null ? undefined : await readIfThere(join(folder, run.file_name));
  if (run.file_name !== null && run.file_sha256 !== null && earlier && sha256(earlier).equals(run.file_sha256)) {
    await syncFolder(folder);
    return await markWritten(deps, request, run, { name: run.file_name, recipient: run.recipient });
  }
  const plaintext = content ?? (await contentOf(deps, request, run));
  const file = bureau === undefined ? plaintext : await bureau.encrypt(plaintext);
  const name = baseName(run) + (bureau === undefined ? CLEAR_ENDING : ENCRYPTED_ENDING);
  await refuseOther(folder, name);
  const recipient = bureau?.fingerprint ?? null;
  await deps.atStep?.('encrypted');
  await setFile(database, bankId, run.run_number, { name, sha256: sha256(file), recipient });
  await deps.atStep?.('file noted');
  await writeDurably(folder, name, file, deps.atStep ?? (() => {}));
  const marked = await markWritten(deps, request, run, { name, recipient });
  return run.host === hostname() ? marked : { ...marked, begunOn: run.host };
}

function contentOf(deps: EmbossDeps, request: EmbossRequest, run: RunRow): Promise<Buffer> {
  return runWork(deps, embossingWork(request), async (context) => ({
    commit: true,
    result: await readContent(context, deps, request.bank, run, 'RESUME'),
  }));
}

/** Refuses to overwrite a different file of this name, for example from before a restored backup. */
export async function refuseOther(folder: string, name: string): Promise<void> {
  if ((await readIfThere(join(folder, name))) === undefined) return;
  throw new Error(
    `${join(folder, name)} exists already with other content than this run's file: move it away and run again`,
  );
}

async function markWritten(
  deps: EmbossDeps,
  request: EmbossRequest,
  run: RunRow,
  { name, recipient }: { name: string; recipient: string | null },
): Promise<WrittenFile> {
  const contentSha256 = run.content_sha256.toString('hex');
  const { run_number: runNumber, card_count: cards } = run;
  const { bankId } = request.bank;
  await runWork(deps, embossingWork(request), async ({ tx, now, audit }) => {
    await markRunWritten(tx, bankId, runNumber, now);
    const details = { file: name, cards, contentSha256, recipient };
    const change = { before: { state: 'TAKEN' }, after: { state: 'WRITTEN' } };
    audit(bankId, `embossing-run:${runNumber}`, 'file written', details, change);
    return { commit: true, result: undefined };
  });
  await deps.atStep?.('run marked as written');
  return { runNumber, path: join(deps.folder, name), cards, contentSha256, recipient: recipient ?? undefined };
}
