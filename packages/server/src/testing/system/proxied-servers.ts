import { afterEach, beforeEach } from 'vitest';
import { type TestDatabase, testDatabase } from '../database/test-database.ts';
import { freePort, type Haproxy, startHaproxy } from './installed-haproxy.ts';
import { cleanUp, dataFolder, type ServerProcess, startServer } from './server-process.ts';

/** The default in production. */
const DRAIN_MS = '5000';

/** Provides for each test a database, servers on it with one data folder, and HAProxy in front of two of them. */
export function proxiedServers() {
  let folder: string;
  let database: TestDatabase;
  let servers: ServerProcess[];
  let proxy: Haproxy | undefined;
  beforeEach(async () => {
    folder = dataFolder();
    servers = [];
    proxy = undefined;
    database = await testDatabase({ from: 'empty' });
  });
  afterEach(async () => {
    await proxy?.stop();
    await cleanUp(servers, folder);
    await database.close();
  });

  const settings = () => ({ CARDWRIGHT_DATA_DIR: folder, DATABASE_URL: database.url });
  /** @param built the program of another revision */
  async function start(port: number, built?: string): Promise<ServerProcess> {
    const quiet = { CARDWRIGHT_DRAIN_MS: DRAIN_MS, CARDWRIGHT_LOG_LEVEL: 'warn', PORT: String(port) };
    const server = await startServer({ ...settings(), ...quiet }, built);
    servers.push(server);
    return server;
  }
  return {
    /** The settings of the servers, for a command that runs next to them. */
    settings,
    start,
    /** Starts two servers behind the proxy. */
    async startBoth(haproxy: string, built?: string) {
      const ports = { one: await freePort(), two: await freePort() };
      const running = { one: await start(ports.one, built), two: await start(ports.two, built) };
      const through = await startHaproxy(haproxy, ports);
      proxy = through;
      await Promise.all([through.sees('one', 'UP'), through.sees('two', 'UP')]);
      return { ports, running, through };
    },
  };
}
