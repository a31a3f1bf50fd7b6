import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import { type EmbeddedPostgres, findRunningPostgres, startEmbeddedPostgres } from '@cardwright/embedded-postgres';
import { type BankDirectory, openBankDirectory } from '../../issuing/banks/index.ts';
import { memoize } from '../../platform/kernel/concurrency/memoize.ts';
import { type Clock, systemClock } from '../../platform/kernel/time/clock.ts';
import { type ConnectionSettings, checkMigrated, type Database, openDatabase } from '../../platform/storage/index.ts';
import { openVault, type RootKeys, type Vault } from '../../platform/vault/index.ts';
import { ownerConnectionOf, type Settings } from '../configuration/settings.ts';
import { readValidSettings } from '../configuration/valid-settings.ts';
import { checkMode } from '../production/check-mode.ts';
import { rootKeys } from '../production/root-keys.ts';
import { openMovableClock } from '../sandbox/index.ts';

/** The deployment on which a command works, with the settings, database and keys of its servers. */
export interface Deployment {
  readonly settings: Settings;
  readonly database: Database;
  /** The sandbox's clock, which may be moved, or the system clock. */
  readonly clock: Clock;
  /** The actor in the audit log: `operator:` and the login name of the operating system. */
  readonly actor: string;
  /** The request id in the audit log. Each run of a command has one. */
  readonly requestId: string;
  /** Reads the keys on the first call. Commands that need no keys work without them. */
  keys(): Promise<RootKeys>;
  vault(): Promise<Vault>;
  banks(): Promise<BankDirectory>;
  /** Closes the connections, and stops the embedded database if this command started it. */
  close(): Promise<void>;
}

export interface DeploymentOptions {
  /** Prints a line to standard error that is not a result. */
  readonly report: (line: string) => void;
}

const CONNECTIONS = 4;
const WITHOUT_LIMIT = 0;

/**
 * Opens the deployment that the environment configures. Changes nothing. Throws an error with a sentence if the schema
 * is not up to date or the database belongs to the other mode.
 */
export async function openDeployment(
  environment: Readonly<Record<string, string | undefined>>,
  { report }: DeploymentOptions,
): Promise<Deployment> {
  const settings = readValidSettings(environment);
  const { connection, stop } = await findDatabase(settings, report);
  const database = openDatabase({
    connection,
    ownerConnection: ownerConnectionOf(settings),
    maxConnections: CONNECTIONS,
    // a command may take long, and the operator can interrupt it
    statementTimeoutMs: WITHOUT_LIMIT,
    onError: (error) => report(`lost a database connection: ${error.message}`),
  });
  const close = async () => {
    await database.close();
    await stop();
  };
  try {
    await checkSchema(database);
    await checkMode(database, settings);
    const clock = settings.CARDWRIGHT_MODE === 'sandbox' ? await openMovableClock(database) : systemClock;
    const keys = memoize(() => rootKeys(settings));
    const vault = memoize(async () => openVault(database, await keys()));
    const banks = memoize(() => openBankDirectory(database));
    return { settings, database, clock, actor: nameOfOperator(), requestId: randomUUID(), keys, vault, banks, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Returns the embedded database of a running server. Without a running server, starts it for the duration of the command. */
export async function findDatabase(
  settings: Settings,
  report: (line: string) => void,
): Promise<{ connection: ConnectionSettings; stop: () => Promise<void> }> {
  if (settings.DATABASE_URL !== undefined) {
    return { connection: { connectionString: settings.DATABASE_URL }, stop: async () => {} };
  }
  const dataDir = settings.CARDWRIGHT_DATA_DIR;
  const running = await findRunningPostgres(dataDir);
  if (running !== undefined) return { connection: running, stop: async () => {} };
  const started: EmbeddedPostgres = await startEmbeddedPostgres({
    dataDir,
    log: ({ level, message }) => {
      if (level !== 'info') report(message);
    },
  });
  return { connection: started.connection, stop: () => started.stop() };
}

async function checkSchema(database: Database): Promise<void> {
  await database.checkSessions({ asOwner: true });
  const client = await database.connect({ asOwner: true });
  try {
    await checkMigrated(client);
  } finally {
    await client.end();
  }
  await database.checkSessions({ asOwner: false });
}

function nameOfOperator(): string {
  try {
    return `operator:${userInfo().username}`;
  } catch {
    // the user of a container often has no name
    return `operator:${process.getuid?.() ?? 'unknown'}`;
  }
}
