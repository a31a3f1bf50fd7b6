import { createContext, useContext, useEffect } from 'react';

interface PaletteState {
  /** The id of the result that the arrow keys have reached. */
  readonly activeId: string | undefined;
  /** Called when the results belong to the typed text. Opens the first one if Enter was pressed earlier. */
  readonly onSettled: () => void;
}

export const PaletteContext = createContext<PaletteState>({ activeId: undefined, onSettled: () => {} });

/** The attributes of a result, which is a link or a button. */
export function useOption(id: string) {
  const isActive = useContext(PaletteContext).activeId === id;
  return { id, role: 'option', 'aria-selected': isActive } as const;
}

/** Reports that results are complete, after they are in the page. */
export function useReadiness(isBusy: boolean): void {
  const { onSettled } = useContext(PaletteContext);
  useEffect(() => {
    if (!isBusy) onSettled();
  });
}
