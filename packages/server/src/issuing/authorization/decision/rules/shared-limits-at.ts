import { LIMIT_LEVELS, LIMIT_MEASURES, LIMIT_OF } from '@cardwright/contract';
import { type EvaluatedLimit, isOverMax, isShared } from '../../../limits/limit.ts';

/** The step of the limits in a stored trace. Its second value holds their states. Quotes within texts are escaped, so no text looks like it. */
const LIMITS_STEP = /\["LIMITS",(?:null|"[^"]*"),"([^"]*)"\]/;

/**
 * The states of the shared limits for a message, read from its stored trace; undefined if limits were not evaluated. A
 * replay uses them as they were, because decisions of other accounts changed them.
 */
export function sharedLimitsAt(trace: string): readonly EvaluatedLimit[] | undefined {
  const states = LIMITS_STEP.exec(trace)?.[1];
  return states === undefined ? undefined : states.split(' ').flatMap(readSharedLimits);
}

function readSharedLimits(state: string): EvaluatedLimit[] {
  const [id = '', name, measureText, count, max = '0', before = '0', after = '0', ends = ''] = state.split(':');
  const level = LIMIT_LEVELS.find((one) => one === name);
  if (!isShared({ level })) return [];
  const measure = LIMIT_MEASURES.find((one) => one === measureText) ?? 'count';
  const of = LIMIT_OF.find((one) => one === count) ?? 'approvals';
  const limit = { id, key: '', level, cardId: undefined, measure, of, max: BigInt(max) };
  const figures = { before: BigInt(before), after: BigInt(after) };
  const endsAtMs = ends === '' ? undefined : Number(ends);
  return [{ limit, ...figures, isOver: isOverMax(limit, figures), endsAtMs }];
}
