import type { JsonValue } from '../json/exact-number.ts';
import { writeJson } from '../json/write-json.ts';
import { type CheckResults, refuseField } from './gather-faults.ts';

/** Refuses two spellings of one field with different values, because it is unclear which one applies. */
export function refuseRivals(out: Pick<CheckResults, 'findings' | 'count'>, one: string, other: string): void {
  for (const [path, rival] of [
    [one, other],
    [other, one],
  ] as const) {
    const message = `differs from ${rival}, which means the same`;
    refuseField(out, path, 'value_not_allowed', message, `send only one of ${one} and ${other}`);
  }
}

/** Returns whether two values have the same text, whether as a text or as a number. */
export function isSameText(one: JsonValue, other: JsonValue): boolean {
  const [first, second] = [one, other].map((value) => (typeof value === 'string' ? value : writeJson(value)));
  return first === second;
}
