import { isDeepStrictEqual } from 'node:util';

/** Members of an envelope that differ in a repeat (docs/interface/repeats.md#envelopes). */
const VOLATILE: ReadonlySet<string> = new Set(['timestamp', 'date_time', 'trace']);

/** Whether two responses have the same content, regardless of their times and of how their JSON is written. */
export function haveSameContent(one: string, other: string): boolean {
  try {
    return isDeepStrictEqual(contentOf(one), contentOf(other));
  } catch {
    return one === other;
  }
}

function contentOf(text: string): unknown {
  return JSON.parse(text, (name, value) => (VOLATILE.has(name) && typeof value === 'string' ? undefined : value));
}
