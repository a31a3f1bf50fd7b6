import type { AccountLife, Step } from '../world/operation.ts';
import { type Difference, liveAgain, type SimulationStage } from './shard.ts';

/**
 * Shortens a life with a difference to as few steps as possible. It leaves out parts as long as engine and model still
 * differ.
 */
export function shorten(stage: SimulationStage, difference: Difference): Difference {
  const first = differing(stage, difference.story, difference.story.steps);
  // The calendar of an engine has a cache, so a difference may depend on other accounts.
  if (first === undefined) return difference;
  let { steps, answers } = first;
  for (let size = Math.ceil(steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < steps.length; ) {
      const shorter = differing(stage, difference.story, [...steps.slice(0, at), ...steps.slice(at + size)]);
      if (shorter === undefined) at += size;
      else ({ steps, answers } = shorter);
    }
  }
  return { ...difference, answers, story: { ...difference.story, steps } };
}

/** The steps up to the one with the difference. */
function differing(stage: SimulationStage, story: AccountLife, steps: readonly Step[]) {
  const again = liveAgain(stage, { ...story, steps });
  return again && { steps: steps.slice(0, again.at + 1), answers: again.answers };
}
