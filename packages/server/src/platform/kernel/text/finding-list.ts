import { ERRORS, type ErrorName, type Finding } from '@cardwright/contract';
import { type Failure, fail } from '../result.ts';

/** Number of findings that an answer lists; the others are only counted. */
export const MAX_REPORTED = 200;

/** Counts all findings and stores only those that the answer lists, because a bad request of 16 MiB has very many. */
export interface FindingList<Name extends ErrorName = ErrorName> {
  readonly items: readonly Finding<Name>[];
  readonly count: number;
  add(findings: readonly Finding<Name>[]): void;
}

export function collectFindings<Name extends ErrorName = ErrorName>(): FindingList<Name> {
  const items: Finding<Name>[] = [];
  let count = 0;
  return {
    items,
    get count() {
      return count;
    },
    add(findings) {
      count += findings.length;
      items.push(...findings.slice(0, MAX_REPORTED - items.length));
    },
  };
}

/**
 * A failure that lists the first findings and counts the others; undefined without findings. Its error is that of the
 * first finding.
 */
export function failWith<Name extends ErrorName>(findings: readonly Finding<Name>[]): Failure<Name> | undefined {
  const [first] = findings;
  if (first === undefined) return undefined;
  const more = findings.length - MAX_REPORTED;
  return fail(first.error, { findings: findings.slice(0, MAX_REPORTED), ...(more > 0 && { extra: { more } }) });
}

/**
 * Returns the error that the answer names: a format error takes precedence, so that such a request gets 400 whatever
 * else is wrong with it.
 */
export function errorToAnswer<Name extends ErrorName>(findings: readonly Finding<Name>[]): Name {
  return (findings.find(({ error }) => ERRORS[error].kind === 'REQUEST') ?? findings[0]!).error;
}
