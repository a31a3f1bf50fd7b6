import { useHotkeys, useWindowEvent } from '@mantine/hooks';
import type { RefObject } from 'react';
import type { PaletteHandle } from './palette.tsx';

const TEXT_FIELDS = ['INPUT', 'TEXTAREA', 'SELECT'];

/**
 * The keys that open the palette: Ctrl+K or Command+K anywhere, and `?` outside of text fields. The results load at
 * the first of the two keys. A dialog stays in front: it may contain typed text.
 */
export function usePaletteKeys(palette: RefObject<PaletteHandle | null>, preload: () => void): void {
  useWindowEvent('keydown', ({ key }) => {
    if (key === 'Control' || key === 'Meta') preload();
  });
  const open = (typed?: string) => {
    if (document.querySelector('[role=dialog][aria-modal=true]') === null) palette.current?.open(typed);
  };
  useHotkeys([['mod+K', () => open()]], []);
  useWindowEvent('keydown', (event) => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    const isText = target instanceof HTMLElement && (TEXT_FIELDS.includes(target.tagName) || target.isContentEditable);
    if (key !== '?' || isText || ctrlKey || metaKey || altKey) return;
    event.preventDefault();
    open('?');
  });
}
