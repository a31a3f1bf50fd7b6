import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';

type Search = { readonly open?: string };

/** Opens a row next to its list, and closes it. Going back returns to the list as it was before. */
export function useOpenRow(): { readonly open: (key: string) => void; readonly close: () => void } {
  const navigate = useNavigate();
  const open = useCallback(
    (key: string) =>
      void navigate({
        to: '.',
        search: (before: Search) => ({ ...before, open: key }),
        replace: location.search.includes('open='),
        resetScroll: false,
      }),
    [navigate],
  );
  const close = useCallback(
    () => void navigate({ to: '.', search: ({ open: _, ...before }: Search) => before, resetScroll: false }),
    [navigate],
  );
  return { open, close };
}
