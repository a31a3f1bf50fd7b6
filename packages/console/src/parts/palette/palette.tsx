import { ActionIcon } from '@mantine/core';
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { SearchIcon, XIcon } from '../../theme/icons.ts';
import { LazyMount } from '../hint/lazy-mount.tsx';
import classes from './palette.module.css';
import { PaletteContext } from './palette-context.ts';

export interface PaletteHandle {
  /** Opens the palette. Its input has the focus when this returns. */
  open(typed?: string): void;
}

interface PaletteParts {
  readonly ref: Ref<PaletteHandle>;
  readonly label: string;
  readonly hint: string;
  readonly closeLabel: string;
  /** The results, which may load later than the input. */
  readonly children: (typed: string) => ReactNode;
}

/**
 * A dialog with a search input and results. The input is always in the page, and gets the focus in the same task as the
 * key press that opens the palette, so that no typed letter is lost. Arrow keys choose a result, and Enter opens it.
 */
export function Palette({ ref, label, hint, closeLabel, children }: PaletteParts) {
  const dialog = useRef<HTMLDialogElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const resultsId = useId();
  const { activeId, setActiveId, onKeyDown, context } = useChoice(dialog, input);
  useImperativeHandle(ref, () => ({
    open(text = '') {
      if (dialog.current?.open === false) dialog.current.showModal();
      input.current?.focus();
      setTyped(text);
      setOpen(true);
    },
  }));
  // A modal dialog would block a page that hides it.
  useEffect(() => {
    const element = dialog.current;
    return () => element?.close();
  }, []);
  const onClick = ({ target }: MouseEvent) => {
    const isOutside = target === dialog.current;
    if (isOutside || (target as Element).closest('[role=option]') !== null) dialog.current?.close();
  };
  return (
    <dialog
      ref={dialog}
      className={classes.palette}
      aria-label={label}
      onClick={onClick}
      onKeyDown={onKeyDown}
      onClose={() => {
        setOpen(false);
        setTyped('');
        setActiveId(undefined);
      }}
    >
      <div className={classes.inside}>
        <div className={classes.field}>
          <SearchIcon size={16} aria-hidden />
          <input
            ref={input}
            type="search"
            className={classes.input}
            value={typed}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              setActiveId(undefined);
            }}
            aria-label={label}
            aria-controls={resultsId}
            aria-activedescendant={activeId}
            placeholder={hint}
            maxLength={100}
            autoComplete="off"
            spellCheck={false}
          />
          <ActionIcon variant="subtle" color="gray" onClick={() => dialog.current?.close()} aria-label={closeLabel}>
            <XIcon size={16} aria-hidden />
          </ActionIcon>
        </div>
        <div id={resultsId} className={classes.results}>
          <PaletteContext value={context}>
            <LazyMount isOpen={isOpen}>{children(typed)}</LazyMount>
          </PaletteContext>
        </div>
      </div>
    </dialog>
  );
}

type Reference<T> = { readonly current: T | null };

/** The result that the arrow keys have reached, and the keys that move it. */
function useChoice(dialog: Reference<HTMLDialogElement>, input: Reference<HTMLInputElement>) {
  const [activeId, setActiveId] = useState<string>();
  /** Whether Enter was pressed before there was a result for the typed text. */
  const isAwaited = useRef(false);
  const options = () => [...(dialog.current?.querySelectorAll<HTMLElement>('[role=option]') ?? [])];
  const step = (by: 1 | -1) => {
    const all = options();
    const now = all.findIndex(({ id }) => id === activeId);
    const next = now + by < -1 ? all.length - 1 : now + by;
    const option = all[next < all.length ? next : -1];
    setActiveId(option?.id);
    option?.scrollIntoView({ block: 'nearest' });
  };
  const choose = () => {
    const all = options();
    const option = all.find(({ id }) => id === activeId) ?? all[0];
    isAwaited.current = option === undefined || dialog.current?.querySelector('[aria-busy=true]') !== null;
    if (!isAwaited.current) option?.click();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isTyping = event.target === input.current;
    const { key } = event;
    if (key === 'ArrowDown' || key === 'ArrowUp') step(key === 'ArrowDown' ? 1 : -1);
    else if (key === 'Enter' && isTyping) choose();
    else if (key === 'Escape') dialog.current?.close();
    else {
      isAwaited.current = false;
      // A letter belongs to the input, whatever has the focus.
      if (!isTyping && key.length === 1 && key !== ' ' && !event.ctrlKey && !event.metaKey) input.current?.focus();
      return;
    }
    event.preventDefault();
  };
  const onSettled = () => {
    if (!isAwaited.current) return;
    isAwaited.current = false;
    options()[0]?.click();
  };
  return { activeId, setActiveId, onKeyDown, context: { activeId, onSettled } };
}
