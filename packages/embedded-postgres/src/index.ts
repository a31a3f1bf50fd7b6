import { provideBinaries } from './binaries.ts';
import { createClusterIfMissing } from './create-cluster.ts';
import { DATABASE, type EmbeddedPostgres, type EmbeddedPostgresOptions, PORT, USER } from './options.ts';
import { removeDesertedSiblings } from './orphan-folders.ts';
import { claimPlace } from './owner.ts';
import { placeCluster } from './placement.ts';
import { createSocketDirectory, removeSocketDirectory } from './socket-directory.ts';
import { type Supervisor, supervise } from './supervise.ts';

export { type Account, runsAsRoot, unprivilegedAccount } from './account.ts';
export type { EmbeddedPostgres, EmbeddedPostgresOptions } from './options.ts';
export { isPostmasterOf } from './postmaster-file.ts';
export { findRunningPostgres } from './running.ts';

/**
 * Starts a PostgreSQL server that only this process uses. The server is restarted after a crash and stops with this
 * process. It is for evaluating Cardwright and for single-machine installations. Other deployments set DATABASE_URL.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  if (process.platform === 'win32') {
    throw new Error(
      'The embedded PostgreSQL does not run on Windows. Set DATABASE_URL to a PostgreSQL server, or use WSL.',
    );
  }
  const { log } = options;
  const startedAt = Date.now();
  const placement = placeCluster(options.dataDir);
  const { place, dataPath, account } = placement;
  // stop(), or a start that fails halfway, runs these steps in reverse order.
  const undo: (() => void)[] = [];
  const release = () => {
    for (const step of undo.splice(0).reverse()) step();
  };

  let server: Supervisor;
  try {
    const socketDirectory = createSocketDirectory(account);
    undo.push(() => removeSocketDirectory(socketDirectory));
    const claim = await claimPlace(place, options.dataDir, socketDirectory, log);
    undo.push(claim.release);
    await removeDesertedSiblings(socketDirectory);
    const binaries = provideBinaries(place, account, log);
    await createClusterIfMissing(binaries.initdb, placement, log);
    placement.store();
    const spec = { postgres: binaries.postgres, dataPath, socketDirectory, account };
    server = await supervise({ ...spec, parameters: options.parameters ?? {} }, claim.isOwner, log);
    undo.push(endWithProcess(server, release));
    const detail = { pid: server.pid(), dataPath, tookMs: Date.now() - startedAt };
    log({ level: 'info', message: 'the database is ready', detail });
    return {
      connection: { host: socketDirectory, port: PORT, user: USER, database: DATABASE },
      dataPath,
      postmasterPid: server.pid,
      stop: once(() => server.stop().finally(release)),
    };
  } catch (error) {
    release();
    throw error;
  }
}

/** Handles a process that exits without stop(): there is no time to wait, but the server still gets its signal. */
function endWithProcess(server: Supervisor, release: () => void): () => void {
  const onExit = () => {
    server.signal('SIGINT');
    release();
  };
  process.once('exit', onExit);
  return () => process.off('exit', onExit);
}

function once<T>(action: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= action();
    return result;
  };
}
