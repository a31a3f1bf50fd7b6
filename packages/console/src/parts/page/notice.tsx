import type { ReactNode } from 'react';
import type { Icon } from '../../theme/icons.ts';
import classes from './notice.module.css';

interface NoticeParts {
  readonly icon: Icon;
  readonly title: string;
  readonly text: ReactNode;
  readonly isBad?: boolean;
  /** The actions that the reader can take. */
  readonly children?: ReactNode;
}

/** Explains why content is missing: empty, not permitted, or unavailable. */
export function Notice({ icon: Shape, title, text, isBad = false, children }: NoticeParts) {
  return (
    <div className={classes.notice} role={isBad ? 'alert' : undefined} data-bad={isBad || undefined}>
      <Shape size={24} aria-hidden className={classes.icon} />
      <p className={classes.title}>{title}</p>
      <div className={classes.text}>{text}</div>
      {children !== undefined && <div className={classes.actions}>{children}</div>}
    </div>
  );
}
