import type { ReactNode } from 'react';
import classes from './panel.module.css';

/** One part of a page under its own heading, with what can be done there at its end. */
export function Panel({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className={classes.panel} aria-label={title}>
      <div className={classes.head}>
        <h2 className={classes.title}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
