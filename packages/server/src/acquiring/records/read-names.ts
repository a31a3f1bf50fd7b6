import type { Tx } from '../../platform/storage/index.ts';

/** Reads the names of people who work for the owner of a log, by issuer and subject. Programs have no such name. */
export type ReadNames = (
  tx: Tx,
  log: string,
  subjects: readonly string[],
) => Promise<{ subject: string; name: string }[]>;
