import { hostname } from 'node:os';
import type { Bank } from '../kernel/bank.ts';
import type { Database } from '../storage/index.ts';
import type { Vault } from '../vault/index.ts';
import { type BureauKey, openBureauKey } from './bureau-key.ts';
import type { HeldBecause, LeftOut } from './queue-store.ts';
import { lockEmbossing, readUnfinished } from './run-store.ts';
import { takeRun } from './take-run.ts';
import { type AtStep, makeFolder, removeLeftOvers } from './write-durably.ts';
import { finishRun, namePrefix, type WrittenFile } from './write-run.ts';

export interface EmbossDeps {
  readonly database: Database;
  readonly vault: Vault;
  /** Where files are written. */
  readonly folder: string;
  readonly isSandbox: boolean;
  /** For tests. */
  readonly atStep?: AtStep;
}

/** Who asked for a run of one bank, and when. */
export interface EmbossRequest {
  readonly bank: Bank;
  readonly now: Date;
  readonly actor: string;
  readonly requestId: string;
  /** The local day whose scheduled run this is. */
  readonly scheduledDay?: string;
}

/** A card that is in no file, for people. */
export interface CardNotWritten<Because extends string> {
  readonly exid: string;
  readonly because: Because;
}

/**
 * - WRITTEN: the files, of a run that was left unfinished and of this one; none where nothing waited.
 * - BUSY: another process is writing files of this bank.
 * - NO_KEY: the bank has no bureau key, and outside the sandbox nothing is written in the clear.
 */
export type EmbossOutcome =
  | {
      readonly kind: 'WRITTEN';
      readonly files: readonly WrittenFile[];
      readonly held: readonly CardNotWritten<HeldBecause>[];
      readonly leftOut: readonly CardNotWritten<LeftOut>[];
      /** EXIDs of cards whose address had to be cut. */
      readonly cutAddresses: readonly string[];
    }
  | { readonly kind: 'BUSY' | 'NO_KEY' };

/** Writes a bank's embossing file of all that waits, after finishing what a crash left unfinished. */
export async function embossBank(deps: EmbossDeps, request: EmbossRequest): Promise<EmbossOutcome> {
  const { bank } = request;
  const bureau = await bureauOf(deps, bank);
  if (bureau === 'NO_KEY') return { kind: 'NO_KEY' };
  return await whileLocked<EmbossOutcome>(deps, bank.bankId, async () => {
    const files: WrittenFile[] = [];
    for (const run of await readUnfinished(deps.database, bank.bankId)) {
      // only where its file may be: on another host, another process finishes it, or a person
      if (request.scheduledDay !== undefined && run.host !== hostname()) continue;
      files.push(await finishRun(deps, request, bureau, run));
    }
    const taken = await takeRun(deps, request);
    await deps.atStep?.('run taken');
    if (taken.run !== undefined) files.push(await finishRun(deps, request, bureau, taken.run, taken.content));
    const { held, leftOut, cutAddresses } = taken;
    return { kind: 'WRITTEN', files, held, leftOut, cutAddresses };
  });
}

/** The key to encrypt to; undefined where the sandbox writes in the clear. */
export async function bureauOf(
  { isSandbox }: Pick<EmbossDeps, 'isSandbox'>,
  bank: Bank,
): Promise<BureauKey | undefined | 'NO_KEY'> {
  if (bank.bureauKey === undefined) return isSandbox ? undefined : 'NO_KEY';
  try {
    return await openBureauKey(bank.bureauKey);
  } catch (error) {
    throw new Error(`the embossing key of bank ${bank.bankId} ${(error as Error).message}`);
  }
}

/** One process at a time writes files of a bank. The lock ends with its connection, so a process that dies holds nobody up. */
export async function whileLocked<T>(
  { database, folder }: Pick<EmbossDeps, 'database' | 'folder'>,
  bankId: string,
  work: () => Promise<T>,
): Promise<T | { kind: 'BUSY' }> {
  const connection = await database.connect({});
  try {
    if (!(await lockEmbossing(connection, bankId))) return { kind: 'BUSY' };
    await makeFolder(folder);
    await removeLeftOvers(folder, namePrefix(bankId));
    return await work();
  } finally {
    await connection.end();
  }
}
