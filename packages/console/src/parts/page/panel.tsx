import type { ReactNode } from 'react';
import classes from './panel.module.css';

/** A part of a page with its own heading. Its actions are at the end of the heading. */
export function Panel({
  title,
  headerContent,
  children,
}: {
  title: string;
  headerContent?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={classes.panel} aria-label={title}>
      <div className={classes.head}>
        <h2 className={classes.title}>{title}</h2>
        {headerContent}
      </div>
      {children}
    </section>
  );
}
