import type { ReactNode } from 'react';
import classes from './facts.module.css';

export interface Fact {
  readonly name: string;
  readonly value: ReactNode;
  /** Whether the fact takes a whole line. */
  readonly isLong?: boolean;
}

/** Shows facts about one object as names above values, in as many columns as fit. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(({ name, value, isLong }) => (
        <div key={name} className={classes.fact} data-long={isLong}>
          <dt className={classes.name}>{name}</dt>
          <dd className={classes.value}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
