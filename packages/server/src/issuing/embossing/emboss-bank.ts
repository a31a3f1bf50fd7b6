import { hostname } from 'node:os';
import type { Bank } from '../../platform/kernel/bank.ts';
import { type BureauKey, openBureauKey } from './bureau-key.ts';
import { claimEmbossingRun } from './claim-run.ts';
import type { EmbossDeps, EmbossRequest } from './embossing-request.ts';
import type { RunRemarks } from './queue-order.ts';
import { lockEmbossing } from './run-number-store.ts';
import { readUnfinishedRuns } from './run-store.ts';
import { prepareFolder } from './write-durably.ts';
import { finishRun, namePrefix, type WrittenFile } from './write-run.ts';

/** A run that another host started; its file may be on that host. */
interface RunElsewhere {
  readonly runNumber: number;
  readonly host: string;
}

/**
 * - WRITTEN: the files of unfinished runs and of waiting cards; no file if no card waited.
 * - BUSY: another process is writing files of this bank.
 * - NO_KEY: the bank has no bureau key, and only the sandbox writes unencrypted files.
 */
export type EmbossOutcome =
  | (RunRemarks & {
      readonly kind: 'WRITTEN';
      readonly files: readonly WrittenFile[];
      /** Unfinished runs of other hosts, which the schedule leaves to those hosts or to the command. */
      readonly otherHostRuns: readonly RunElsewhere[];
    })
  | { readonly kind: 'BUSY' | 'NO_KEY' };

/** Maximum number of cards in a file: one transaction handles all of them, in memory. */
const MAX_CARDS = 20_000;

/**
 * Writes all waiting cards of a bank into an embossing file, or several if there are many, after finishing the runs
 * that a crash interrupted.
 */
export async function embossBank(deps: EmbossDeps, request: EmbossRequest): Promise<EmbossOutcome> {
  const { bank } = request;
  const bureau = await bureauOf(deps, bank);
  if (bureau === 'NO_KEY') return { kind: 'NO_KEY' };
  return await withBankLock<EmbossOutcome>(deps, bank.bankId, async () => {
    const files: WrittenFile[] = [];
    const otherHostRuns: RunElsewhere[] = [];
    for (const run of await readUnfinishedRuns(deps.database, bank.bankId)) {
      const { host, run_number: runNumber } = run;
      // the schedule finishes a run only on the host where its file may be; that host or the command finishes other runs
      if (request.scheduledDay !== undefined && host !== hostname()) otherHostRuns.push({ runNumber, host });
      else files.push(await finishRun(deps, request, bureau, run));
    }
    const { files: newFiles, ...remarks } = await writePending(deps, request, bureau);
    return { kind: 'WRITTEN', files: [...files, ...newFiles], otherHostRuns, ...remarks };
  });
}

/** Claims runs and writes their files until no card is left that can be written. */
async function writePending(
  deps: EmbossDeps,
  request: EmbossRequest,
  bureau: BureauKey | undefined,
): Promise<RunRemarks & { files: WrittenFile[] }> {
  const { scheduledDay: _, ...unscheduled } = request;
  const files: WrittenFile[] = [];
  const remarks: RunRemarks[] = [];
  for (let claim = request; ; claim = unscheduled) {
    const { run, content, isMoreWaiting, ...runRemarks } = await claimEmbossingRun(
      deps,
      claim,
      deps.mostCards ?? MAX_CARDS,
    );
    await deps.atStep?.('run taken');
    if (run !== undefined) files.push(await finishRun(deps, request, bureau, run, content));
    remarks.push(runRemarks);
    if (!isMoreWaiting) break;
  }
  // each run finds the cards that cannot be written again
  const held = new Map(remarks.flatMap((one) => one.held.map((card) => [card.exid, card])));
  return {
    files,
    held: [...held.values()],
    leftOut: remarks.flatMap(({ leftOut }) => leftOut),
    cutAddresses: remarks.flatMap(({ cutAddresses }) => cutAddresses),
    withoutAddress: remarks.flatMap(({ withoutAddress }) => withoutAddress),
  };
}

/** Returns the key to encrypt to, or undefined in a sandbox that writes unencrypted files. */
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

/**
 * Runs `work`, or returns BUSY while another process writes files of the bank. The lock ends with its connection, so a
 * process that died blocks no other.
 */
export async function withBankLock<T>(
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
