import { writeFileSync } from 'node:fs';
import { copyEngine, ENGINE_FILE, engineFiles, readBuilt, removeCopies, sourceLine } from './engine/engine-files.ts';
import { EQUIVALENT_FAULTS } from './faults/equivalent-faults.ts';
import { changesIn, type SyntaxNode } from './mutate.ts';
import type { EquivalentFault } from './one-equivalent-fault.ts';
import { reportDifference } from './report-difference.ts';
import { faultsPage, type PlantedFault, reportFault, reportFaults } from './report-faults.ts';
import type { Difference } from './shard.ts';
import type { SimulateFlags } from './simulate-flags.ts';
import type { WorkerJob } from './simulation-worker.ts';
import { type WorkerAnswer, workOnThreads } from './workers.ts';

/**
 * The numbers of operations in each round. Most faults are found within the first thousands. Those that are not get
 * longer runs after all others. Equivalent faults get the first round only.
 */
const LEAST_OPERATIONS = 30_000;
const ROUNDS = [LEAST_OPERATIONS, 150_000, 600_000];
/**
 * The time after which a change counts as hanging. It is also several times as long as the run of the unchanged engine,
 * because other programs may use the processors too. If a fault survived the first round, it is known to end.
 */
const LEAST_HANG_MS = 60_000;
const HANG_FACTOR = 5;
const USUAL = { closeCheckEach: 8, restless: 24, proposalEach: 3, ownEach: 3 };

interface FaultJob extends WorkerJob {
  readonly fault: PlantedFault;
}

/**
 * Plants faults in the rules, one at a time, and runs the simulation on each until it finds a difference. Every fault
 * must be found, except the known equivalent ones.
 */
export async function plantFaults(
  flags: SimulateFlags,
  parse: (text: string) => SyntaxNode,
  report: (line: string) => void,
): Promise<boolean> {
  const files = engineFiles();
  const faults = allFaults([...files.keys()], parse).filter(
    ({ file, line, from, to }) => flags.only === undefined || `${file}:${line} ${from} -> ${to}`.includes(flags.only),
  );
  report(`${faults.length} faults in ${new Set(faults.map(({ file }) => file)).size} files, on ${flags.cores} threads`);
  const startedAt = performance.now();
  if (!(await isRightWithoutFaults(flags, report))) return false;
  const beganAt = performance.now();
  const hangMs = Math.max(LEAST_HANG_MS, HANG_FACTOR * (beganAt - startedAt));
  const run = async (some: readonly PlantedFault[], shard: number, operations: number) => {
    function* jobs(): Generator<FaultJob> {
      for (const fault of some) {
        const mutant = { file: fault.file.replace(/\.ts$/, '.js'), text: fault.text };
        const copy = copyEngine(`${fault.name}-${shard}`, files, mutant);
        yield { ...USUAL, seed: flags.seed, shard, operations, fault, copy };
      }
    }
    const mostMs = shard === 0 ? hangMs : undefined;
    await workOnThreads(jobs(), flags.cores, ({ fault }, answer, ms) => noteAnswer(fault, shard, answer, ms), mostMs);
  };
  try {
    for (const [shard, operations] of ROUNDS.entries()) {
      await run(
        undetected(faults).filter(({ because }) => shard === 0 || because === undefined),
        shard,
        operations,
      );
      const left = undetected(faults).filter(({ because }) => because === undefined);
      report(`${left.length} not found after ${((performance.now() - beganAt) / 1_000).toFixed(0)} s`);
      for (const fault of left) report(`  ${reportFault(fault)}`);
    }
  } finally {
    removeCopies();
  }
  const seconds = (performance.now() - beganAt) / 1_000;
  if (flags.page !== undefined) writeFileSync(flags.page, faultsPage(faults, seconds, flags));
  const wrong = flags.only === undefined ? [...wrongFaults(faults), ...unknownFaults(faults)] : wrongFaults(faults);
  report([...reportFaults(faults, seconds), ...wrong].join('\n'));
  return wrong.length === 0;
}

/** Checks the unchanged engine. If it differs from the model, every fault would seem to be found. */
async function isRightWithoutFaults({ seed }: SimulateFlags, report: (line: string) => void): Promise<boolean> {
  let isRight = true;
  const job: WorkerJob = { ...USUAL, seed, shard: 0, operations: LEAST_OPERATIONS };
  await workOnThreads([job], 1, (_, answer) => {
    if (typeof answer !== 'string' && answer.difference === undefined) return true;
    isRight = false;
    report(typeof answer === 'string' ? answer : reportDifference(answer.difference as Difference, seed));
    return true;
  });
  return isRight;
}

const undetected = (faults: readonly PlantedFault[]) => faults.filter(({ detected }) => detected === undefined);

function noteAnswer(fault: PlantedFault, shard: number, answer: WorkerAnswer, ms: number): boolean {
  removeCopies(`${fault.name}-${shard}`);
  fault.ms += ms;
  if (typeof answer === 'string')
    fault.detected = { operations: 0, how: answer === 'hangs' ? 'hangs' : 'does not start' };
  else if (answer.difference === undefined) fault.survived += answer.operations;
  else fault.detected = { operations: fault.survived + answer.operations, how: 'differs' };
  return false;
}

function allFaults(files: readonly string[], parse: (text: string) => SyntaxNode): PlantedFault[] {
  return files
    .filter((file) => file !== ENGINE_FILE)
    .sort()
    .flatMap((file) => {
      const text = readBuilt(file);
      return changesIn(parse(text), text).map((change, at) => {
        const name = `${file.replace(/\W/g, '-')}-${at}`;
        const from = change.from.replace(/\s+/g, ' ');
        const to = change.to.replace(/\s+/g, ' ');
        return {
          name,
          file: file.replace(/\.js$/, '.ts'),
          line: sourceLine(file, text, change.start),
          from,
          to,
          text: text.slice(0, change.start) + change.text + text.slice(change.end),
          within: change.within,
          because: EQUIVALENT_FAULTS.find((one) => isSame(one, { file, from, to, within: change.within }))?.because,
          ms: 0,
          survived: 0,
          detected: undefined,
        };
      });
    });
}

type Place = Pick<PlantedFault, 'file' | 'from' | 'to' | 'within'>;

function isSame(one: EquivalentFault, other: Place): boolean {
  const isThere = one.within === undefined || `.${other.within}`.endsWith(`.${one.within}`);
  return isThere && other.file.replace(/\.js$/, '.ts') === one.file && other.from === one.from && other.to === one.to;
}

function wrongFaults(faults: readonly PlantedFault[]): string[] {
  return faults.flatMap((fault) => {
    if (fault.detected === undefined && fault.because === undefined) return [`NOT FOUND: ${reportFault(fault)}`];
    if (fault.detected !== undefined && fault.because !== undefined) return [`NOT EQUIVALENT: ${reportFault(fault)}`];
    return [];
  });
}

/** Entries of the list without a matching fault. */
function unknownFaults(faults: readonly PlantedFault[]): string[] {
  return EQUIVALENT_FAULTS.filter((one) => !faults.some((fault) => isSame(one, fault))).map(
    ({ file, from, to }) => `NOT THERE: ${file}: ${from} -> ${to}`,
  );
}
