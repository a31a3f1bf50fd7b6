import { type RefObject, useEffect } from 'react';

interface ListKeys {
  readonly list: RefObject<HTMLElement | null>;
  /** The key of the open row. */
  readonly openKey: string | undefined;
  readonly open: (key: string) => void;
  readonly close: () => void;
}

/**
 * Moves through the rows with j and k and closes the open one with Escape. The focused link of a row is the cursor, so
 * that Enter opens it. While a row is open, j and k open its neighbors.
 */
export function useListKeys({ list, openKey, open, close }: ListKeys): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (event.key === 'Escape' && openKey !== undefined) {
        close();
        rowOf(list.current, openKey)?.querySelector('a')?.focus();
      }
      const step = STEPS[event.key];
      if (step === undefined) return;
      const rows = [...(list.current?.querySelectorAll<HTMLElement>('tr[data-row]') ?? [])];
      const next = rows[nextPlace(rows, openKey, step)];
      if (next === undefined) return;
      event.preventDefault();
      next.scrollIntoView({ block: 'nearest' });
      if (openKey === undefined) next.querySelector('a')?.focus();
      else open(next.dataset.row ?? '');
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [list, openKey, open, close]);
}

const STEPS: Readonly<Record<string, number>> = { j: 1, k: -1 };

function nextPlace(rows: readonly HTMLElement[], openKey: string | undefined, step: number): number {
  const at = rows.findIndex((row) =>
    openKey === undefined ? row.contains(document.activeElement) : row.dataset.row === openKey,
  );
  if (at === -1) return step > 0 ? 0 : -1;
  return Math.min(Math.max(at + step, 0), rows.length - 1);
}

function rowOf(list: HTMLElement | null, key: string): HTMLElement | undefined {
  return [...(list?.querySelectorAll<HTMLElement>('tr[data-row]') ?? [])].find(({ dataset }) => dataset.row === key);
}

/** Whether the key belongs to a field or a dialog. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, select, textarea, [role=dialog], [role=menu]') !== null;
}
