import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CheckResult, examineDeployment } from '../host/doctor/index.ts';
import { type TestServer, testServer } from './test-server.ts';

/** A server, and the doctor that checks it. */
export interface ExaminationServer {
  readonly server: TestServer;
  /** An empty folder of this test file. */
  readonly folder: string;
  examine(environment?: Record<string, string>, more?: { systemNow?: () => Date }): Promise<CheckResult[]>;
  /** Runs `breaking`, returns the results of these checks, and runs `mending`. */
  broken(names: readonly string[], breaking: string, mending: string): Promise<string[][]>;
  close(): Promise<void>;
}

export async function startExaminationServer(): Promise<ExaminationServer> {
  const server = await testServer();
  const folder = await mkdtemp(join(tmpdir(), 'cardwright-doctor-'));
  // a test's database has rows of many months; this server's clock is the system's
  await server.db.sql("update audit_queue set at = now() where at < now() - interval '1 minute'");
  const examine: ExaminationServer['examine'] = (environment = {}, more = {}) => {
    const settings = { DATABASE_URL: server.db.url, CARDWRIGHT_DATA_DIR: server.dataDir, ...environment };
    return examineDeployment(settings, { report: () => {}, ...more });
  };
  return {
    server,
    folder,
    examine,
    broken: async (names, breaking, mending) => {
      await server.db.sql(breaking);
      try {
        const results = await examine();
        return names.map((name) => linesOf(results, name));
      } finally {
        await server.db.sql(mending);
      }
    },
    close: async () => {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the results of one check as `status  detail`. */
export function linesOf(results: readonly CheckResult[], name: string): string[] {
  return results.filter((result) => result.name === name).map(({ status, detail }) => `${status}  ${detail}`);
}
