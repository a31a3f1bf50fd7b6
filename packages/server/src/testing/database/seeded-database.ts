import { buildServer } from '@cardwright/server/program';
import { applyConfiguration } from '../../host/configuration/apply-configuration.ts';
import { readSettings } from '../../host/configuration/settings.ts';
import { createLogger } from '../../platform/http/request-log.ts';
import { type ConnectionSettings, openDatabase } from '../../platform/storage/index.ts';
import { MORE_BANKS } from '../more-banks.ts';
import { testClock } from '../test-clock.ts';
import { STATEMENT_LIMIT_MS } from '../within.ts';

/** 12:00 in Dubai. */
export const TEST_NOW = '2026-11-20T08:00:00.000Z';

/**
 * Settings of a test server: it keeps its log in memory, its limits suit a busy machine, and many callers can sign in at once.
 */
export function testSettings(dataDir: string, environment: Record<string, string> = {}) {
  return readSettings({
    CARDWRIGHT_DATA_DIR: dataDir,
    CARDWRIGHT_LOG_LEVEL: 'debug',
    CARDWRIGHT_REQUEST_TIMEOUT_MS: String(STATEMENT_LIMIT_MS),
    CARDWRIGHT_AUTHORIZATION_DEADLINE_MS: String(STATEMENT_LIMIT_MS),
    CARDWRIGHT_SIGN_INS_PER_SECOND: '100000',
    CARDWRIGHT_SIGN_INS_PER_SECOND_FROM_ADDRESS: '100000',
    ...environment,
  });
}

/** Settings that determine the sandbox's fixtures or the source of the keys. */
const FORM_THE_SEED = [
  'CARDWRIGHT_MODE',
  'CARDWRIGHT_DATA_DIR',
  'CARDWRIGHT_KEY_FILE',
  'CARDWRIGHT_CONFIG_FILE',
  'CARDWRIGHT_SANDBOX_AUTO_APPROVE',
];

/** Whether the seeded database has what a server with this environment would create. */
export function canUseSeededDatabase(environment: Record<string, string>): boolean {
  return FORM_THE_SEED.every((name) => environment[name] === undefined);
}

/** Fills a migrated database as the start of a test server does, so that later servers start with complete data. */
export async function seedDatabase(connection: ConnectionSettings, dataDir: string): Promise<void> {
  const server = await buildServer({
    settings: testSettings(dataDir),
    connection,
    logger: createLogger('silent'),
    publicUrl: () => 'http://cardwright.test',
    clock: testClock(TEST_NOW),
    screensAutomatically: false,
  });
  await server.close();
  const database = openDatabase({
    connection,
    maxConnections: 1,
    statementTimeoutMs: STATEMENT_LIMIT_MS,
    onError: () => {},
  });
  await applyConfiguration(database, MORE_BANKS, { sandbox: true });
  await database.close();
}
