import { it } from 'vitest';
import { isOnCitus } from './test-nodes.ts';

/** Defines tests of the internals of one PostgreSQL, such as its plans. On Citus, one test says why it skips them. */
export function ofOnePostgres(because: string, tests: () => void): void {
  if (isOnCitus()) it(`is skipped on Citus: ${because}`, () => {});
  else tests();
}
