import { Modal, TextInput } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { type KeyboardEvent, useDeferredValue, useRef, useState } from 'react';
import { SearchIcon } from '../../theme/icons.ts';
import { DocsLink } from '../text/docs-link.tsx';
import { WORDS } from '../text/docs-words.ts';
import classes from './docs-search.module.css';
import { searchDocuments } from './search-documents.ts';

/**
 * The search dialog. Ctrl+K opens it anywhere; arrow keys choose a result, and Enter opens it. It loads with its whole
 * index.
 */
export function DocsSearch({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const [typed, setTyped] = useState('');
  const query = useDeferredValue(typed);
  // Mount closed and open afterwards, so that the focus returns to its earlier place.
  const isHere = useMounted();
  const place = useRef<HTMLDivElement>(null);
  const leave = () => {
    setTyped('');
    close();
  };
  const step = (event: KeyboardEvent) => {
    const stops = [...(place.current?.querySelectorAll<HTMLElement>('input, a[data-found]') ?? [])];
    const at = stops.indexOf(document.activeElement as HTMLElement);
    if (event.key === 'Enter' && at === 0) stops[1]?.click();
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    stops[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
    event.preventDefault();
  };
  return (
    <Modal
      opened={isOpen && isHere}
      onClose={leave}
      title={WORDS.search}
      size="lg"
      yOffset="8vh"
      closeButtonProps={{ 'aria-label': WORDS.close }}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it handles keys of the field and links inside it */}
      <div ref={place} onKeyDown={step}>
        <TextInput
          type="search"
          size="md"
          mb="md"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          leftSection={<SearchIcon size={16} aria-hidden />}
          aria-label={WORDS.search}
          placeholder={WORDS.searchHint}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
        />
        <Found query={query} onChosen={leave} />
      </div>
    </Modal>
  );
}

function Found({ query, onChosen }: { query: string; onChosen: () => void }) {
  if (query.trim() === '') return <p className={classes.about}>{WORDS.searchStart}</p>;
  const found = searchDocuments(query);
  if (found.length === 0) return <p className={classes.about}>{WORDS.nothing}</p>;
  return (
    <ul className={classes.list} aria-label={WORDS.found}>
      {found.map(({ address, title, within, kind, text }) => (
        <li key={`${address} ${title}`}>
          <DocsLink to={address} className={classes.item} onClick={onChosen} data-found={kind}>
            <span className={classes.title}>
              {title} <span className={classes.within}>{within}</span>
            </span>
            <span className={classes.text}>{text}</span>
          </DocsLink>
        </li>
      ))}
    </ul>
  );
}
