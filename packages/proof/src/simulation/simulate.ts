import { createHash } from 'node:crypto';
import { cpus } from 'node:os';
import type { SyntaxNode } from './mutate.ts';
import { plantFaults } from './plant-faults.ts';
import { reportDifference } from './report-difference.ts';
import type { Difference, ShardJob, ShardResult } from './shard.ts';
import { readSimulateFlags, type SimulateFlags } from './simulate-flags.ts';
import { workOnThreads } from './workers.ts';

const SHARD = 250_000;
const REPORT_INTERVAL_MS = 10_000;

/**
 * `npm run simulate`: the pure engine against its model, under generated traffic and time.
 * @param parser loads the parser that planted faults need
 */
export async function simulate(
  args: readonly string[],
  parser: () => Promise<(text: string) => SyntaxNode>,
  report: (line: string) => void,
): Promise<boolean> {
  const flags = readSimulateFlags(args);
  if (flags.mutants) return await plantFaults(flags, await parser(), report);
  return await compareAll(flags, report);
}

/** The parts of a simulation, independent of the number of cores. */
function* jobsOf({ operations, seed, shard: only, life }: SimulateFlags): Generator<ShardJob> {
  const shards = Math.ceil(operations / SHARD);
  for (let shard = only ?? 0; shard < (only === undefined ? shards : only + 1); shard++) {
    const count = only === undefined ? Math.min(SHARD, operations - shard * SHARD) : SHARD;
    yield { seed, shard, operations: count, ...(life !== undefined && { life }) };
  }
}

async function compareAll(flags: SimulateFlags, report: (line: string) => void): Promise<boolean> {
  const beganAt = performance.now();
  const usedBefore = process.cpuUsage();
  const digests = new Map<number, string>();
  let operations = 0;
  let reportedAt = beganAt;
  let difference: Difference | undefined;
  report(`${flags.cores} threads, ${cpus()[0]?.model ?? 'unknown processor'}, seed ${flags.seed}`);
  await workOnThreads(jobsOf(flags), flags.cores, ({ shard }, answer) => {
    if (typeof answer === 'string') throw new Error(answer);
    digests.set(shard, answer.digest);
    operations += answer.operations;
    difference ??= answer.difference;
    if (performance.now() - reportedAt > REPORT_INTERVAL_MS) {
      reportedAt = performance.now();
      report(`  ${operations.toLocaleString('en-US')} operations, no difference`);
    }
    return difference !== undefined;
  });
  if (difference !== undefined) {
    report(reportDifference(difference, flags.seed));
    return false;
  }
  const seconds = (performance.now() - beganAt) / 1_000;
  const cpu = process.cpuUsage(usedBefore);
  const busy = (cpu.user + cpu.system) / 1_000_000;
  report(`${operations.toLocaleString('en-US')} operations in ${seconds.toFixed(1)} s, no difference`);
  report(
    `${Math.round(operations / seconds).toLocaleString('en-US')} a second; ` +
      `${Math.round(operations / busy).toLocaleString('en-US')} for each second of a core`,
  );
  report(`digest ${digestOf(digests)}`);
  return true;
}

/** The digest of all parts in their order, independent of their distribution to threads. */
function digestOf(digests: ReadonlyMap<number, ShardResult['digest']>): string {
  const ordered = [...digests].sort(([one], [other]) => one - other);
  const hash = createHash('sha256');
  for (const [shard, digest] of ordered) hash.update(`${shard} ${digest}\n`);
  return hash.digest('hex').slice(0, 32);
}
