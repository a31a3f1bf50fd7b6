import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createEnqueue, createEnqueueAll } from '@cardwright/server/internal/platform/outbox/index';
import { type Database, openDatabase } from '@cardwright/server/internal/platform/storage/index';
import { openVault, readKeyFile } from '@cardwright/server/internal/platform/vault/index';
import pg from 'pg';
import type { BenchDatabase } from './bench-database.ts';
import { type BenchServerProcess, PRODUCT, startBenchServer } from './bench-process.ts';
import { configurationOf, createCallers, type NotificationCallers } from './notification-callers.ts';
import { createOwnDatabase } from './own-database.ts';
import { SENT_TYPE } from './receiver-report.ts';

const DATABASE = 'cardwright_notifications';
/** The number of streams, as if that many tokens were in use. Messages of a stream are sent one after the other. */
const STREAMS = 500;
const BATCH = 500;

export interface NotificationTarget extends NotificationCallers {
  readonly server: BenchServerProcess;
  /** Writes this number of notifications, each for every endpoint of the bank. */
  write(bank: string, count: number): Promise<void>;
  /** Writes one notification, and calls `beforeCommit` right before the commit. */
  writeOne(bank: string, id: string, beforeCommit: () => void): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a server of the product on its own database. It is a sandbox, because its receivers are on this machine. */
export async function startNotificationTarget(
  bench: BenchDatabase,
  banks: readonly string[],
  settings: Readonly<Record<string, string>>,
  nodeOptions: readonly string[],
): Promise<NotificationTarget> {
  const { connection, url } = await createOwnDatabase(bench, DATABASE);
  const configFile = join(bench.folder, 'notifications.json');
  await writeFile(configFile, JSON.stringify(configurationOf(banks)));
  const environment = {
    CARDWRIGHT_KEY_FILE: bench.keyFile,
    CARDWRIGHT_DATA_DIR: bench.folder,
    CARDWRIGHT_CONFIG_FILE: configFile,
    CARDWRIGHT_LOG_LEVEL: 'warn',
    DATABASE_URL: url,
    ...settings,
  };
  const server = await startBenchServer(PRODUCT, environment, nodeOptions);
  const database = openDatabase({ connection, maxConnections: 2, statementTimeoutMs: 0, onError: () => {} });
  return {
    server,
    ...(await createWriter(database, bench.keyFile, () => analyzeOutbox(connection))),
    ...createCallers(server),
    stop: async () => {
      await database.close();
      await server.stop();
    },
  };
}

async function createWriter(
  database: Database,
  keyFile: string,
  analyze: () => Promise<void>,
): Promise<Pick<NotificationTarget, 'write' | 'writeOne'>> {
  const vault = await openVault(database, await readKeyFile(keyFile));
  const enqueue = createEnqueue(vault);
  const enqueueAll = createEnqueueAll(vault);
  let writtenCount = 0;
  const message = (bankId: string, notificationId: string) => ({
    bankId,
    stream: `bench-${writtenCount++ % STREAMS}`,
    notificationId,
    type: SENT_TYPE,
    payload: payload(notificationId),
    at: new Date(),
  });
  return {
    async write(bank, count) {
      for (let left = count; left > 0; left -= BATCH) {
        const messages = Array.from({ length: Math.min(left, BATCH) }, () => message(bank, randomUUID()));
        await database.transaction(async (tx) => {
          await enqueueAll(tx, { bankId: bank, kind: 'bank', ownerId: bank }, messages, new Date());
          return { commit: true, result: undefined };
        });
      }
      // Autovacuum does this within a minute, but a measurement begins immediately.
      if (count > 0) await analyze();
    },
    async writeOne(bank, id, beforeCommit) {
      await database.transaction(async (tx) => {
        await enqueue(tx, message(bank, id));
        beforeCommit();
        return { commit: true, result: undefined };
      });
    },
  };
}

async function analyzeOutbox(connection: pg.ClientConfig): Promise<void> {
  const owner = new pg.Client(connection);
  await owner.connect();
  await owner.query('analyze outbox_messages, outbox_streams, outbox_attempts');
  await owner.end();
}

/** A payload as long as a real one. */
function payload(id: string): string {
  return JSON.stringify({
    id,
    type: SENT_TYPE,
    timestamp: new Date().toISOString(),
    details: {
      card: {
        id: { type: 'externalCardId', value: '7000000000000000001' },
        maskedCardNumber: '400000XXXXXX7899',
        clientId: 'BENCH-1',
        mobilePhone: '+971500000001',
        email: 'holder@bench.example',
        language: 'ENG',
      },
      textMessage: 'Your card is ready to be used on your phone.',
      token: { requestorId: '40010030273', requestorName: 'Bench Wallet', deviceType: 'PHONE' },
    },
  });
}
