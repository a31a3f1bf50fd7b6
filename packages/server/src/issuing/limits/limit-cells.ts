import type { Calendar, Window } from '../../platform/kernel/time/calendar.ts';

/** The period over which a limit counts (docs/interface/limits.md#windows). Pure. */
export type CountedWindow = { readonly calendar: Window } | { readonly slidingMs: number };

/** The count of one slot: a calendar span, or a 60th of a sliding window. */
export interface Cell {
  /**
   * For a calendar window: when the span ends, or 0 for the lifetime. For a sliding window: the number of the 60th
   * since 1970.
   */
  readonly slot: number;
  readonly value: bigint;
  /** Empty if the limit does not distinguish merchants. */
  readonly merchant: string;
}
export type Cells = readonly Cell[];

/** A sliding window moves in steps of a 60th of its length. */
const SLOTS = 60;
/** How many merchants a limit stores: the most recent ones. */
const MAX_MERCHANTS = 1_000;

function slotLength(slidingMs: number): number {
  return Math.floor(slidingMs / SLOTS);
}

export function slotOf(window: CountedWindow, calendar: Calendar, at: Date): number {
  if ('calendar' in window) return calendar.windowEnd(window.calendar, at) ?? 0;
  return Math.floor(at.getTime() / slotLength(window.slidingMs));
}

/**
 * Returns when a slot expires, in milliseconds since 1970, or undefined if it never does. A slot of a sliding window
 * counts entirely until its last moment has left the window. The limit is therefore never too lenient, and at most a
 * 60th of the window too strict.
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

/** Adds to the slot of `at`, unless the slot has expired. A negative value subtracts from the slot, down to zero. */
export function addTo(
  cells: Cells,
  window: CountedWindow,
  entry: { readonly value: bigint; readonly merchant: string; readonly at: Date },
  { calendar, now }: { readonly calendar: Calendar; readonly now: Date },
): Cells {
  const slot = slotOf(window, calendar, entry.at);
  const live = liveCells(cells, window, now);
  if (!isLive(window, slot, now)) return live;
  const same = (cell: Cell) => cell.slot === slot && cell.merchant === entry.merchant;
  const value = (live.find(same)?.value ?? 0n) + entry.value;
  const others = live.filter((cell) => !same(cell));
  return value > 0n ? withoutOldest([...others, { slot, value, merchant: entry.merchant }]) : others;
}

/**
 * Drops the merchants with the oldest slots: the most recent ones leave the window last, so they decide whether another
 * merchant fits.
 */
function withoutOldest(cells: Cells): Cells {
  if (cells.length <= MAX_MERCHANTS) return cells;
  const latest = new Set(merchantsIn(cells.toSorted((one, other) => other.slot - one.slot)).slice(0, MAX_MERCHANTS));
  return cells.filter(({ merchant }) => latest.has(merchant));
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

/** Returns when the last slot expires, or undefined if nothing is counted or a slot never expires. */
export function zeroAt(cells: Cells, window: CountedWindow, now: Date): Date | undefined {
  const ends = liveCells(cells, window, now).map(({ slot }) => slotEnd(window, slot));
  const [first] = ends;
  if (first === undefined || ends.includes(undefined)) return undefined;
  return new Date(Math.max(...(ends as number[])));
}
