import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { required } from '../../platform/kernel/required.ts';
import { type BenchDatabase, startBenchDatabase } from '../bench-database.ts';
import { type BenchServerProcess, benchSettings, OWN_FILES, startBenchServer } from '../bench-process.ts';

/** One of two states of the source that are compared: its built server, and a database of its own with its tables. */
export interface BenchSide {
  readonly name: string;
  readonly database: BenchDatabase;
  start(): Promise<BenchServerProcess>;
}

/**
 * @param checkout root of a built working copy; absent: this one
 * @param started is told of the database before it is filled, so that it can be stopped whatever follows
 */
export async function openSide(
  name: string,
  checkout: string | undefined,
  cards: number,
  started: (database: BenchDatabase) => void,
): Promise<BenchSide> {
  const builtFiles = checkout === undefined ? OWN_FILES : join(checkout, 'packages', 'server', 'dist');
  const database = await startBenchDatabase(undefined);
  started(database);
  // that revision's own, since its tables may be others; before the server had wings, they were at other places
  const built = (...places: string[]) => {
    const files = places.map((place) => join(builtFiles, place));
    return import(pathToFileURL(required(files.find(existsSync), `one of ${files.join(', ')}`)).href);
  };
  const { seedCards }: typeof import('../seeds/seed-cards.ts') = await built(
    'bench/seeds/seed-cards.js',
    'bench/seed-cards.js',
  );
  const { readKeyFile }: typeof import('../../platform/vault/index.ts') = await built(
    'platform/vault/index.js',
    'vault/index.js',
  );
  await seedCards(database.connection, await readKeyFile(database.keyFile), 2 * cards, cards);
  return { name, database, start: () => startBenchServer('main.js', benchSettings(database), [], builtFiles) };
}
