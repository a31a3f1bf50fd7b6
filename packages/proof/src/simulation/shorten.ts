import type { AccountLife, Step } from './operation.ts';
import { type FoundDifference, liveAgain, type SimulationStage } from './shard.ts';

/**
 * A life in which engine and model differ, with as few steps as possible: parts of it are left out as long as they
 * still differ in what is left.
 */
export function shorten(stage: SimulationStage, found: FoundDifference): FoundDifference {
  const first = differing(stage, found.story, found.story.steps);
  // the calendar of an engine remembers: a difference may need what other accounts did before
  if (first === undefined) return found;
  let { steps, said } = first;
  for (let size = Math.ceil(steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < steps.length; ) {
      const shorter = differing(stage, found.story, [...steps.slice(0, at), ...steps.slice(at + size)]);
      if (shorter === undefined) at += size;
      else ({ steps, said } = shorter);
    }
  }
  return { ...found, said, story: { ...found.story, steps } };
}

/** The steps up to the one in which they differ. */
function differing(stage: SimulationStage, story: AccountLife, steps: readonly Step[]) {
  const again = liveAgain(stage, { ...story, steps });
  return again && { steps: steps.slice(0, again.at + 1), said: again.said };
}
