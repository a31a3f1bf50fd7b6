import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';

/** Processors with which the database, the server and the collector's helpers want the same ones. */
const FEW_PROCESSORS = 2;

/**
 * Young garbage is collected by the thread that made it, without helpers, where there are few processors: there they only take turns
 * with it and with the database, which costs more processor time than it saves.
 */
export function collectAlone(): void {
  if (availableParallelism() <= FEW_PROCESSORS) setFlagsFromString('--no-parallel-scavenge');
}
