import { it } from 'vitest';
import { isOnCitus } from './test-nodes.ts';

/** Tests of what one PostgreSQL does inside, such as its plans. On Citus a test says in their place why they are left out. */
export function ofOnePostgres(because: string, tests: () => void): void {
  if (isOnCitus()) it(`is left out on Citus: ${because}`, () => {});
  else tests();
}
