import { ActionIcon } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { XIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import classes from './side-panel.module.css';

interface PanelParts {
  readonly title: string;
  /** The key of the open row. */
  readonly of: string;
  readonly close: () => void;
  readonly children: ReactNode;
}

/** Shows the open row next to its list. It takes the focus when it opens. */
export function SidePanel({ title, of, close, children }: PanelParts) {
  const { t } = useWords();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <aside className={classes.panel} aria-label={title} data-decision={of}>
      <div className={classes.head}>
        <h2 ref={heading} tabIndex={-1} className={classes.title}>
          {title}
        </h2>
        <ActionIcon variant="subtle" color="gray" aria-label={t('close')} onClick={close}>
          <XIcon size={16} aria-hidden />
        </ActionIcon>
      </div>
      {children}
    </aside>
  );
}
