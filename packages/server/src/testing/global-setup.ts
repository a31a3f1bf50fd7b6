import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import type { ConnectionSettings } from '../platform/storage/index.ts';
import { buildShippedCode } from './build-shipped-code.ts';
import { findCardNumbers, formatMatch } from './cards/pan-search.ts';
import type { Templates, TestCluster } from './database/test-cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    cluster: ConnectionSettings;
    /** The server; on Citus, its workers too. */
    nodes: readonly ConnectionSettings[];
    templates: Templates;
    cloneStrategy: TestCluster['cloneStrategy'];
    /** The key file of the seeded template. */
    seededKeyFile: string;
    /** The file to which each test file appends the card numbers that it used. */
    usedCardNumbers: string;
  }
}

/**
 * Starts one PostgreSQL cluster for the run (or uses the server of DATABASE_URL), with the databases that test files clone.
 * Tests of durability start their own clusters, because this one runs without fsync.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const stopBuilding = await buildShippedCode({ isWatching: project.vitest.config.watch });
  // imported only now, because the files have to be built first
  const { dropTemplates, makeTemplates, startCluster } = await import('./database/test-cluster.ts');
  const { nodesOf } = await import('./database/test-nodes.ts');
  const { sandboxKeyFile } = await import('../platform/vault/index.ts');
  const { cluster, cloneStrategy, log, stop } = await startCluster();
  const folder = await mkdtemp(join(tmpdir(), 'cardwright-run-'));
  const nodes = await nodesOf(cluster);
  const templates = await makeTemplates(nodes, folder);
  const usedCardNumbers = join(folder, 'card-numbers.txt');
  await writeFile(usedCardNumbers, '', { mode: 0o600 });
  project.provide('cluster', cluster);
  project.provide('nodes', nodes);
  project.provide('templates', templates);
  project.provide('cloneStrategy', cloneStrategy);
  project.provide('seededKeyFile', sandboxKeyFile(folder));
  project.provide('usedCardNumbers', usedCardNumbers);
  return async () => {
    stopBuilding();
    await dropTemplates(nodes, templates);
    const leak = log && (await findInLog(log, usedCardNumbers));
    await stop();
    await rm(folder, { recursive: true, force: true });
    if (leak === undefined) return;
    // vitest reports this error, but the run would still succeed
    process.exitCode = 1;
    throw new Error(leak);
  };
}

/** Searches the database's log of all test files, because error messages can quote card numbers. */
async function findInLog(log: string, usedCardNumbers: string): Promise<string | undefined> {
  const used = new Set((await readFile(usedCardNumbers, 'utf8')).split('\n').filter((number) => number !== ''));
  const [found] = findCardNumbers(await readFile(log, 'utf8'), used);
  return found && `the log of the database holds a card number in ${formatMatch(found)}`;
}
