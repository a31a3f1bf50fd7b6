import { useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { recordLoadedTitle } from '../../session/recent-pages.ts';
import classes from './page.module.css';

interface PageParts {
  readonly title: string;
  /** Content next to the title, such as a status or an id. */
  readonly trailing?: ReactNode;
  /** The actions for the whole page. */
  readonly actions?: ReactNode;
  /** One line under the title. */
  readonly about?: ReactNode;
  /** Content next to the page on wide screens, and below it elsewhere. */
  readonly side?: ReactNode;
  readonly children: ReactNode;
}

/** The layout of a screen: the title with its status and main action, then its parts. */
export function Page({ title, trailing, actions, about, side, children }: PageParts) {
  // Uses the path of the displayed page, because the next page may still be loading.
  const path = useRouterState({ select: ({ resolvedLocation, location }) => (resolvedLocation ?? location).pathname });
  useEffect(() => recordLoadedTitle(path, title), [path, title]);
  return (
    <>
      <title>{`${title} · Cardwright`}</title>
      <header className={classes.header}>
        <div className={classes.titles}>
          <h1 className={classes.title}>{title}</h1>
          {trailing}
        </div>
        {actions !== undefined && <div className={classes.actions}>{actions}</div>}
        {about !== undefined && <p className={classes.about}>{about}</p>}
      </header>
      <div className={side === undefined ? classes.parts : classes.withSide}>
        <div className={classes.parts}>{children}</div>
        {side !== undefined && <div className={classes.parts}>{side}</div>}
      </div>
    </>
  );
}
