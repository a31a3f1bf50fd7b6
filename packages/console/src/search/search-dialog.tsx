import { Modal } from '@mantine/core';
import { useDebouncedValue, useMounted } from '@mantine/hooks';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useWords } from '../words/language.ts';
import { SearchField } from './search-field.tsx';
import { SearchResults } from './search-results.tsx';

const TYPING_PAUSE_MS = 150;

/** The search dialog. Ctrl+K opens it anywhere; arrow keys choose a result, and Enter opens it. */
export function SearchDialog({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const { t } = useWords();
  const [typed, setTyped] = useState('');
  const [settled] = useDebouncedValue(typed, TYPING_PAUSE_MS);
  // Mount closed and open afterwards, so that the focus returns to its earlier place.
  const isHere = useMounted();
  const place = useRef<HTMLDivElement>(null);
  const leave = () => {
    setTyped('');
    close();
  };
  const step = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const stops = [...(place.current?.querySelectorAll<HTMLElement>('input, a[data-found]') ?? [])];
    const at = stops.indexOf(document.activeElement as HTMLElement);
    stops[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
    event.preventDefault();
  };
  return (
    <Modal
      opened={isOpen && isHere}
      onClose={leave}
      title={t('search.title')}
      size="lg"
      yOffset="8vh"
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it handles keys of the field and links inside it */}
      <div ref={place} onKeyDown={step}>
        <SearchField typed={typed} onTyped={setTyped} />
        <SearchResults typed={settled} onChosen={leave} />
      </div>
    </Modal>
  );
}
