import { ERRORS, type ErrorName, type Finding } from '@cardwright/contract';

/** How many findings are told; of the others only how many there are. */
export const MOST_TOLD = 200;

/** Counts all that is wrong and remembers as much of it as will be told: a bad request of 16 MiB has very much. */
export interface ToldFindings {
  readonly listed: readonly Finding[];
  readonly count: number;
  add(findings: readonly Finding[]): void;
}

export function gatherFindings(): ToldFindings {
  const listed: Finding[] = [];
  let count = 0;
  return {
    listed,
    get count() {
      return count;
    },
    add(findings) {
      count += findings.length;
      listed.push(...findings.slice(0, MOST_TOLD - listed.length));
    },
  };
}

/** A request that breaks a rule is 400 whatever else speaks against it. */
export function errorToAnswer(findings: readonly Finding[]): ErrorName {
  return (findings.find(({ error }) => ERRORS[error].kind === 'REQUEST') ?? findings[0]!).error;
}
