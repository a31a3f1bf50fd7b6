import { expect } from 'vitest';
import type { TestServer } from '../test-server.ts';

/** Returns the rows of each table, except those that background work writes: counted deviations, and the sealed audit log. */
export async function storedRows(server: TestServer): Promise<Record<string, string>> {
  const tables = await server.db.sql<{ relname: string }>(
    `select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      and relname <> 'contract_warnings' and relname !~ '^audit_(queue|chain|seals)' order by relname`,
  );
  expect(tables.length).toBeGreaterThan(15);
  const counts = tables.map(({ relname }) => `(select count(*) from ${relname}) as ${relname}`);
  const [row] = await server.db.sql<Record<string, string>>(`select ${counts.join(', ')}`);
  return row!;
}
