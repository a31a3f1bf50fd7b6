import { it } from 'vitest';
import { isOnCitus } from './test-nodes.ts';

/** Tests of the internals of one PostgreSQL, such as its plans. On Citus, one test reports why they are skipped. */
export function ofOnePostgres(because: string, tests: () => void): void {
  if (isOnCitus()) it(`is left out on Citus: ${because}`, () => {});
  else tests();
}
