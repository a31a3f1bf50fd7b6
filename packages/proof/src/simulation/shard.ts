import { type Random, seededRandom } from '@cardwright/server/internal/testing/random';
import { DEMO, type ModelBank, NOON, OTHR } from '../world/model/model-banks.ts';
import type { AccountLife, AnswerPair, Step } from '../world/operation.ts';
import { type Uses, usesOf } from '../world/uses.ts';
import { beginLife } from '../world/write/write-life.ts';
import { nextStep } from '../world/write/write-step.ts';
import { Digest } from './digest.ts';
import { type Engine, type EngineBank, engineBankOf } from './engine/engine-bank.ts';
import { Play } from './play.ts';

/** One in this number of steps is compared closely: its trace, the funds, the counters. */
const CLOSE_CHECK_EACH = 256;

interface StageBank {
  readonly uses: Uses;
  readonly engineBank: EngineBank;
}

/** An engine with its banks. */
export interface SimulationStage {
  readonly engine: Engine;
  readonly banks: ReadonlyMap<ModelBank['id'], StageBank>;
}

const RESTLESS = 1;
const PROPOSAL_EACH = 24;
const OWN_EACH = 8;

const BANKS: readonly ModelBank[] = [DEMO, OTHR, OTHR, NOON];

export function openSimulation(engine: Engine): SimulationStage {
  const banks = [DEMO, OTHR, NOON].map((bank) => {
    const uses = usesOf(bank);
    return [bank.id, { uses, engineBank: engineBankOf(engine, bank, uses.uses) }] as const;
  });
  return { engine, banks: new Map(banks) };
}

/** A life in which engine and model differ, up to the step with the difference. */
export interface Difference {
  readonly shard: number;
  readonly life: number;
  readonly story: AccountLife;
  readonly answers: AnswerPair;
}

export interface ShardResult {
  readonly shard: number;
  readonly operations: number;
  readonly digest: string;
  readonly difference: Difference | undefined;
}

/**
 * One part of a simulation. Each part has its own random numbers, so its result does not depend on where or when it
 * runs.
 */
export interface ShardJob {
  readonly seed: number;
  readonly shard: number;
  readonly operations: number;
  /** The only life of the shard to run. */
  readonly life?: number;
  /**
   * The number of restless lives among 32. With more of them, faults in changes and in rare questions are found sooner,
   * and others later.
   */
  readonly restless?: number;
  /** One in this number of lives has a backtest. */
  readonly proposalEach?: number;
  /** One in this number of lives has a bank with limits, rules and programs. */
  readonly ownEach?: number;
  /**
   * One in this number of steps is compared closely. With a smaller number, faults visible only there are found sooner,
   * and others later.
   */
  readonly closeCheckEach?: number;
}

/** Runs lives one after the other, until the first difference or the given number of steps. */
export function runShard(stage: SimulationStage, job: ShardJob): ShardResult {
  const { seed, shard, operations, life: only } = job;
  const digest = new Digest();
  let count = 0;
  for (let life = only ?? 0; count < operations; life++) {
    const dice = seededRandom(mixed(mixed(seed, shard), life));
    const lived = live(stage, dice, digest, job);
    count += lived.operations;
    const { answers, story } = lived;
    if (answers !== undefined) {
      return { shard, operations: count, digest: digest.toString(), difference: { shard, life, story, answers } };
    }
    if (only !== undefined) break;
  }
  return { shard, operations: count, digest: digest.toString(), difference: undefined };
}

function live(
  stage: SimulationStage,
  dice: Random,
  digest: Digest,
  {
    closeCheckEach = CLOSE_CHECK_EACH,
    restless = RESTLESS,
    proposalEach = PROPOSAL_EACH,
    ownEach = OWN_EACH,
  }: ShardJob,
): { story: AccountLife; operations: number; answers?: AnswerPair } {
  const bank = dice.pick(BANKS);
  const { uses } = bankOf(stage, bank);
  const open = beginLife(dice, bank, { restless, proposalEach, ownEach });
  const steps: Step[] = [];
  const story = { ...open, steps };
  const play = openPlay(stage, story);
  while (steps.length < open.steps) {
    const step = nextStep(dice, uses, play.model, steps, open);
    steps.push(step);
    const answers = takeSafely(play, step, steps.length % closeCheckEach === 0 || steps.length === open.steps);
    if (answers !== undefined) return { story, operations: play.operations, answers };
    digest.note(play.answer, play.availableMinor);
  }
  const answers = compareHistorySafely(play, story);
  return { story, operations: play.operations, ...(answers !== undefined && { answers }) };
}

function bankOf(stage: SimulationStage, { id }: ModelBank): StageBank {
  const bank = stage.banks.get(id);
  if (bank === undefined) throw new Error(`the simulation has no bank ${id}`);
  return bank;
}

function openPlay(stage: SimulationStage, life: AccountLife): Play {
  return new Play(stage.engine, bankOf(stage, life.bank).engineBank, life);
}

/** An engine that throws differs from the model too. */
function takeSafely(play: Play, step: Step, isClose: boolean): AnswerPair | undefined {
  try {
    return play.take(step, isClose);
  } catch (error) {
    return { model: 'an answer', engine: `throws ${(error as Error).stack ?? error}` };
  }
}

function compareHistorySafely(play: Play, life: AccountLife): AnswerPair | undefined {
  try {
    return play.compareHistory(life);
  } catch (error) {
    return { model: 'an answer', engine: `throws ${(error as Error).stack ?? error}` };
  }
}

/** Repeats the steps of a life with a close comparison of each. */
export function liveAgain(stage: SimulationStage, life: AccountLife): { answers: AnswerPair; at: number } | undefined {
  const play = openPlay(stage, life);
  for (const [at, step] of life.steps.entries()) {
    const answers = takeSafely(play, step, true);
    if (answers !== undefined) return { answers, at };
  }
  const answers = compareHistorySafely(play, life);
  return answers && { answers, at: life.steps.length };
}

/** Mixes two numbers into one, so that neighboring seeds give unrelated random numbers. */
function mixed(one: number, other: number): number {
  let hash = Math.imul(one ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul((other + 0x7f4a7c15) | 0, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b);
  return hash ^ (hash >>> 16);
}
