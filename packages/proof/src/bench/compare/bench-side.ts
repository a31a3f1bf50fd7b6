import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { requireValue } from '@cardwright/server/internal/platform/kernel/required';
import { type BenchDatabase, startBenchDatabase } from '../bench-database.ts';
import { type BenchServerProcess, benchSettings, startBenchServer } from '../bench-process.ts';

const OWN_PACKAGES = fileURLToPath(new URL('../../../..', import.meta.url));

/** One of two compared states of the source: its built server, and a database with the tables of that state. */
export interface BenchSide {
  readonly name: string;
  readonly database: BenchDatabase;
  start(): Promise<BenchServerProcess>;
}

/**
 * Opens a side of a comparison.
 *
 * @param checkout root of a built working copy; the default is this one
 * @param started receives the database before it is filled, so that the caller can always stop it
 */
export async function openSide(
  name: string,
  checkout: string | undefined,
  cards: number,
  started: (database: BenchDatabase) => void,
): Promise<BenchSide> {
  const packages = checkout === undefined ? OWN_PACKAGES : join(checkout, 'packages');
  const database = await startBenchDatabase(undefined);
  started(database);
  // Uses the modules of that revision, because its tables may differ. Earlier revisions have these modules in other
  // places.
  const built = (...places: string[]) => {
    const files = places.map((place) => join(packages, place));
    return import(pathToFileURL(requireValue(files.find(existsSync), `one of ${files.join(', ')}`)).href);
  };
  const { seedCards }: typeof import('../seeds/seed-cards.ts') = await built(
    'proof/dist/bench/seeds/seed-cards.js',
    'server/dist/bench/seeds/seed-cards.js',
    'server/dist/bench/seed-cards.js',
  );
  const { readKeyFile }: typeof import('@cardwright/server/internal/platform/vault/index') = await built(
    'server/dist/platform/vault/index.js',
    'server/dist/vault/index.js',
  );
  await seedCards(database.connection, await readKeyFile(database.keyFile), 2 * cards, cards);
  return {
    name,
    database,
    start: () => startBenchServer(join(packages, 'server', 'dist', 'main.js'), benchSettings(database)),
  };
}
