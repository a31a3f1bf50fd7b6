import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import { type EmbeddedPostgres, findRunningPostgres, startEmbeddedPostgres } from '@cardwright/embedded-postgres';
import { type BankDirectory, openBankDirectory } from '../../issuing/banks/index.ts';
import { memoize } from '../../platform/kernel/concurrency/memoize.ts';
import { type Clock, systemClock } from '../../platform/kernel/time/clock.ts';
import { type ConnectionSettings, checkMigrated, type Database, openDatabase } from '../../platform/storage/index.ts';
import { openVault, type RootKeys, type Vault } from '../../platform/vault/index.ts';
import { readCheckedSettings } from '../configuration/checked-settings.ts';
import { ownerConnectionOf, type Settings } from '../configuration/settings.ts';
import { checkMode } from '../production/check-mode.ts';
import { rootKeys } from '../production/root-keys.ts';
import { openMovableClock } from '../sandbox/index.ts';

/** What a command works on: the same settings, database and keys as the servers beside it. */
export interface Deployment {
  readonly settings: Settings;
  readonly database: Database;
  /** The sandbox's clock as it was moved, or the system's. */
  readonly clock: Clock;
  /** Who runs the command, for the audit log: `operator:` and the login name of the operating system. */
  readonly actor: string;
  /** Takes the place of a request id in the audit log: one for each run of a command. */
  readonly requestId: string;
  /** Read on the first call. Commands that need no keys work without them. */
  keys(): Promise<RootKeys>;
  vault(): Promise<Vault>;
  banks(): Promise<BankDirectory>;
  /** Closes the connections, and stops the embedded database if it was started for this command. */
  close(): Promise<void>;
}

export interface DeploymentOptions {
  /** Prints a line for the operator that is not a result, to standard error. */
  readonly report: (line: string) => void;
}

const CONNECTIONS = 4;
const WITHOUT_LIMIT = 0;

/**
 * Opens the deployment that the environment names. Changes nothing: a schema that is not up to date, or a database of the
 * other mode, is refused with a sentence.
 */
export async function openDeployment(
  environment: Readonly<Record<string, string | undefined>>,
  { report }: DeploymentOptions,
): Promise<Deployment> {
  const settings = readCheckedSettings(environment);
  const { connection, stop } = await findDatabase(settings, report);
  const database = openDatabase({
    connection,
    ownerConnection: ownerConnectionOf(settings),
    maxConnections: CONNECTIONS,
    // a command may run for long: the operator can interrupt it
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

/** Uses the embedded database of a running server; without one, starts it for the duration of the command. */
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
    // a container's user often has no name
    return `operator:${process.getuid?.() ?? 'unknown'}`;
  }
}
