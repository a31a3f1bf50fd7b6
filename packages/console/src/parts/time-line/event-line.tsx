import type { HistoryEntry } from '@cardwright/contract';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { InlineChanges } from '../decision/changed-members.tsx';
import lines from '../decision/recent-decisions.module.css';
import { Time } from '../value/time.tsx';
import classes from './time-line.module.css';

interface LineParts {
  readonly leadsTo: LinkProps;
  readonly what: ReactNode;
  readonly trailing?: ReactNode;
  readonly at: string;
  readonly by?: string | undefined;
  readonly reason?: string | undefined;
  /** The changed members, with their values before and after. */
  readonly change?: Pick<HistoryEntry, 'before' | 'after'>;
}

/** Shows what happened, when, and by whom. The whole line is a link to the event's page. */
export function EventLine({ leadsTo, what, trailing, at, by, reason, change }: LineParts) {
  return (
    <Link {...leadsTo} className={lines.item}>
      <span className={`${lines.first} ${classes.line}`}>
        <span className={classes.what}>{what}</span>
        {trailing}
      </span>
      <span className={lines.when}>
        <Time at={at} />
        {by !== undefined && (
          <>
            {' · '}
            <bdi>{by}</bdi>
          </>
        )}
        {reason !== undefined && (
          <>
            {' · '}
            <bdi>{reason}</bdi>
          </>
        )}
      </span>
      {change !== undefined && <InlineChanges before={change.before} after={change.after} />}
    </Link>
  );
}
