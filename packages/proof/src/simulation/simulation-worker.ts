import { pathToFileURL } from 'node:url';
import { parentPort } from 'node:worker_threads';
import * as engine from './engine/engine.ts';
import type { Engine } from './engine/engine-bank.ts';
import { openSimulation, runShard, type ShardJob, type ShardResult, type SimulationStage } from './shard.ts';
import { shorten } from './shorten.ts';

/** A part of a simulation, on the engine or on a changed copy of it. */
export interface WorkerJob extends ShardJob {
  /** The path of a copy. */
  readonly copy?: string;
}

let own: SimulationStage | undefined;

async function stageOf(copy: string | undefined): Promise<SimulationStage> {
  if (copy !== undefined) return openSimulation((await import(pathToFileURL(copy).href)) as Engine);
  own ??= openSimulation(engine);
  return own;
}

async function work({ copy, ...job }: WorkerJob): Promise<ShardResult | string> {
  try {
    const stage = await stageOf(copy);
    const result = runShard(stage, job);
    // For a copy, only the existence of a difference counts.
    if (result.difference === undefined || copy !== undefined) return result;
    return { ...result, difference: shorten(stage, result.difference) };
  } catch (error) {
    return (error as Error).stack ?? String(error);
  }
}

parentPort?.on('message', (job: WorkerJob) => {
  void work(job).then((answer) => parentPort?.postMessage(answer));
});
