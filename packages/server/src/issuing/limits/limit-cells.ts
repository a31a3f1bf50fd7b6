import type { Calendar, Window } from '../../platform/kernel/time/calendar.ts';

/** Over which time a limit counts (docs/interface/limits.md#windows). Pure. */
export type CountedWindow = { readonly calendar: Window } | { readonly slidingMs: number };

/** What was counted in one slot: a span of the calendar, or a 60th of a sliding window. */
export interface Cell {
  /** Of the calendar: when the span ends, 0 for a lifetime. Of a sliding window: the number of its 60th since 1970. */
  readonly slot: number;
  readonly value: bigint;
  /** Empty where merchants are not told apart. */
  readonly merchant: string;
}
export type Cells = readonly Cell[];

/** A sliding window moves on by a 60th of its length at a time. */
const SLOTS = 60;
/** Merchants of one limit that are remembered: those seen last. */
const MOST_MERCHANTS = 1_000;

function slotLength(slidingMs: number): number {
  return Math.floor(slidingMs / SLOTS);
}

export function slotOf(window: CountedWindow, calendar: Calendar, at: Date): number {
  if ('calendar' in window) return calendar.windowEnd(window.calendar, at) ?? 0;
  return Math.floor(at.getTime() / slotLength(window.slidingMs));
}

/**
 * When a slot counts no more, in milliseconds since 1970; undefined: never. A slot of a sliding window counts whole until the
 * last moment in it is out of the window: never too generous, and strict by a 60th of the window at most.
 */
export function slotEnd(window: CountedWindow, slot: number): number | undefined {
  if ('calendar' in window) return window.calendar === 'LIFETIME' ? undefined : slot;
  return (slot + 1) * slotLength(window.slidingMs) + window.slidingMs;
}

function isLive(window: CountedWindow, slot: number, now: Date): boolean {
  const end = slotEnd(window, slot);
  return end === undefined || now.getTime() < end;
}

export function liveCells(cells: Cells, window: CountedWindow, now: Date): Cells {
  return cells.filter(({ slot }) => isLive(window, slot, now));
}

/** Adds to the slot of `at`, unless that is over; a negative value takes back what was added there, down to nothing. */
export function addTo(
  cells: Cells,
  window: CountedWindow,
  added: { readonly value: bigint; readonly merchant: string; readonly at: Date },
  { calendar, now }: { readonly calendar: Calendar; readonly now: Date },
): Cells {
  const slot = slotOf(window, calendar, added.at);
  const live = liveCells(cells, window, now);
  if (!isLive(window, slot, now)) return live;
  const same = (cell: Cell) => cell.slot === slot && cell.merchant === added.merchant;
  const value = (live.find(same)?.value ?? 0n) + added.value;
  const others = live.filter((cell) => !same(cell));
  return value > 0n ? withoutOldest([...others, { slot, value, merchant: added.merchant }]) : others;
}

/** The oldest merchants go: those that were seen last leave the window last, so they decide whether another one fits. */
function withoutOldest(cells: Cells): Cells {
  if (cells.length <= MOST_MERCHANTS) return cells;
  const kept = new Set(merchantsIn(cells.toSorted((one, other) => other.slot - one.slot)).slice(0, MOST_MERCHANTS));
  return cells.filter(({ merchant }) => kept.has(merchant));
}

function merchantsIn(cells: Cells): string[] {
  return [...new Set(cells.map(({ merchant }) => merchant))];
}

export function sumOf(cells: Cells): bigint {
  return cells.reduce((sum, { value }) => sum + value, 0n);
}

export function distinctMerchants(cells: Cells): ReadonlySet<string> {
  return new Set(merchantsIn(cells));
}

/** When nothing of it counts any more; undefined: it is nothing, or that never comes. */
export function zeroAt(cells: Cells, window: CountedWindow, now: Date): Date | undefined {
  const ends = liveCells(cells, window, now).map(({ slot }) => slotEnd(window, slot));
  const [first] = ends;
  if (first === undefined || ends.includes(undefined)) return undefined;
  return new Date(Math.max(...(ends as number[])));
}
