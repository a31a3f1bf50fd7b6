import { type RefObject, useEffect } from 'react';

/** The list counts as unread above this scroll position. */
const TOP_PX = 40;

interface LiveList {
  readonly isLive: boolean;
  readonly list: RefObject<HTMLElement | null>;
  /** Whether a row is open next to the list. */
  readonly isOpen: boolean;
  readonly newCount: number;
  readonly load: () => void;
}

/** Adds new decisions to the list while no one is reading it: at its top, with no pointer, focus or open row in it. */
export function useLiveList({ isLive, list, isOpen, newCount, load }: LiveList): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another count can bring new rows
  useEffect(() => {
    if (!isLive || isOpen || newCount === 0 || scrollY > TOP_PX) return;
    const isRead = list.current?.matches(':hover, :focus-within') ?? false;
    if (!isRead) load();
  }, [isLive, isOpen, newCount]);
}
