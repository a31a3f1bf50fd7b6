import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';

export interface SimulateFlags {
  readonly operations: number;
  readonly seed: number;
  readonly cores: number;
  /** The only shard to run, and the only life of it. */
  readonly shard: number | undefined;
  readonly life: number | undefined;
  readonly mutants: boolean;
  /** Run only the mutants whose place or change contains this text. */
  readonly only: string | undefined;
  /** The path of the page with all mutants. */
  readonly page: string | undefined;
}

const USAGE = `npm run simulate -- [options]
  --operations N   number of operations (1000000)
  --seed N         the same seed gives the same digest, on any number of cores (7)
  --cores N        worker threads (default: all of the machine)
  --shard N        only this part, as reported with a difference
  --life N         only this account of the part
  --mutants        plants faults in the rules instead, and reports how soon each is found
  --only TEXT      only faults whose file, line or change contains the text
  --page FILE      file for the table of faults`;

/**
 * Parses the options.
 *
 * @throws Error that describes an invalid option
 */
export function readSimulateFlags(args: readonly string[]): SimulateFlags {
  const { values } = parseArgs({
    args: [...args],
    options: {
      operations: { type: 'string', default: '1000000' },
      seed: { type: 'string', default: '7' },
      cores: { type: 'string', default: String(availableParallelism()) },
      shard: { type: 'string' },
      life: { type: 'string' },
      mutants: { type: 'boolean', default: false },
      only: { type: 'string' },
      page: { type: 'string' },
    },
  });
  return {
    operations: wholeNumber('operations', values.operations),
    seed: wholeNumber('seed', values.seed),
    cores: Math.max(1, wholeNumber('cores', values.cores)),
    shard: values.shard === undefined ? undefined : wholeNumber('shard', values.shard),
    life: values.life === undefined ? undefined : wholeNumber('life', values.life),
    mutants: values.mutants,
    only: values.only,
    page: values.page,
  };
}

function wholeNumber(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`--${name} must be a whole number\n${USAGE}`);
  return value;
}
