import { hostname } from 'node:os';
import type { Bank } from '../kernel/bank.ts';
import { type BureauKey, openBureauKey } from './bureau-key.ts';
import type { EmbossDeps, EmbossRequest } from './embossing-request.ts';
import { lockEmbossing, readUnfinished } from './run-store.ts';
import type { Remarks } from './sort-waiting.ts';
import { takeRun } from './take-run.ts';
import { prepareFolder } from './write-durably.ts';
import { finishRun, namePrefix, type WrittenFile } from './write-run.ts';

/** A run that another host began, where its file may lie. */
export interface RunElsewhere {
  readonly runNumber: number;
  readonly host: string;
}

/**
 * - WRITTEN: the files, of runs that were left unfinished and of what waited; none where nothing did.
 * - BUSY: another process is writing files of this bank.
 * - NO_KEY: the bank has no bureau key, and outside the sandbox nothing is written in the clear.
 */
export type EmbossOutcome =
  | (Remarks & {
      readonly kind: 'WRITTEN';
      readonly files: readonly WrittenFile[];
      /** Runs that are left for their own host, or for a person: the schedule does not finish them here. */
      readonly leftAlone: readonly RunElsewhere[];
    })
  | { readonly kind: 'BUSY' | 'NO_KEY' };

/** What one file holds at most: so much is made in a transaction and in memory. */
const MOST_CARDS = 20_000;

/** Writes a bank's embossing file of all that waits, or several of so much, after finishing what a crash left unfinished. */
export async function embossBank(deps: EmbossDeps, request: EmbossRequest): Promise<EmbossOutcome> {
  const { bank } = request;
  const bureau = await bureauOf(deps, bank);
  if (bureau === 'NO_KEY') return { kind: 'NO_KEY' };
  return await whileLocked<EmbossOutcome>(deps, bank.bankId, async () => {
    const files: WrittenFile[] = [];
    const leftAlone: RunElsewhere[] = [];
    for (const run of await readUnfinished(deps.database, bank.bankId)) {
      const { host, run_number: runNumber } = run;
      // only where its file may be: on another host, another process finishes it, or a person
      if (request.scheduledDay !== undefined && host !== hostname()) leftAlone.push({ runNumber, host });
      else files.push(await finishRun(deps, request, bureau, run));
    }
    const { files: written, ...remarks } = await writeWaiting(deps, request, bureau);
    return { kind: 'WRITTEN', files: [...files, ...written], leftAlone, ...remarks };
  });
}

/** Takes runs and writes their files until nothing waits that could be written. */
async function writeWaiting(
  deps: EmbossDeps,
  request: EmbossRequest,
  bureau: BureauKey | undefined,
): Promise<Remarks & { files: WrittenFile[] }> {
  const { scheduledDay: _, ...unscheduled } = request;
  const files: WrittenFile[] = [];
  const remarks: Remarks[] = [];
  for (let asked = request; ; asked = unscheduled) {
    const { run, content, isMoreWaiting, ...told } = await takeRun(deps, asked, deps.mostCards ?? MOST_CARDS);
    await deps.atStep?.('run taken');
    if (run !== undefined) files.push(await finishRun(deps, request, bureau, run, content));
    remarks.push(told);
    if (!isMoreWaiting) break;
  }
  // what is held is met by each run
  const held = new Map(remarks.flatMap((one) => one.held.map((card) => [card.exid, card])));
  return {
    files,
    held: [...held.values()],
    leftOut: remarks.flatMap(({ leftOut }) => leftOut),
    cutAddresses: remarks.flatMap(({ cutAddresses }) => cutAddresses),
    withoutAddress: remarks.flatMap(({ withoutAddress }) => withoutAddress),
  };
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
    await prepareFolder(folder, namePrefix(bankId));
    return await work();
  } finally {
    await connection.end();
  }
}
