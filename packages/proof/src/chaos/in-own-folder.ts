import { rmSync } from 'node:fs';
import { dataFolder } from '../../../server/src/testing/system/server-process.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Functions that undo what a run started, called from the last to the first. */
export type Undo = (() => Promise<void>)[];

/** Runs the work in a temporary folder, and undoes everything that it started, whether it succeeded or not. */
export async function inOwnFolder<T>(work: (folder: string, undo: Undo) => Promise<T>): Promise<T> {
  const folder = dataFolder();
  const undo: Undo = [async () => rmSync(folder, { recursive: true, force: true })];
  const cleanUp = async () => {
    const failures: unknown[] = [];
    for (const step of undo.splice(0).reverse()) await step().catch((error) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  };
  // Cleans up on Ctrl-C too.
  const interrupt = () => void cleanUp().finally(() => process.exit(130));
  for (const signal of SIGNALS) process.once(signal, interrupt);
  try {
    return await work(folder, undo);
  } finally {
    for (const signal of SIGNALS) process.off(signal, interrupt);
    await cleanUp();
  }
}
