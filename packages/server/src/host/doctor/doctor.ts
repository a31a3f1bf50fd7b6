import { type Database, openDatabase } from '../../platform/storage/index.ts';
import { findDatabase } from '../assembly/deployment.ts';
import { ownerConnectionOf, type Settings } from '../configuration/settings.ts';
import { readValidSettings } from '../configuration/valid-settings.ts';
import { readClockOffset } from '../sandbox/index.ts';
import { acquirerChecks } from './acquirer-checks.ts';
import { anchorChecks } from './anchor-checks.ts';
import { auditChecks } from './audit-checks.ts';
import { bankChecks } from './bank-checks.ts';
import { rehearseCardLife } from './card-life.ts';
import { type Check, type CheckPrerequisite, type CheckResult, problemOf, runCheck } from './check.ts';
import { databaseChecks } from './database-checks.ts';
import { doctorSubject, type Environment } from './doctor-subject.ts';
import { feedChecks } from './feed-checks.ts';
import { keyChecks } from './key-checks.ts';
import { machineChecks, nodeCheck } from './machine-checks.ts';
import { modeChecks } from './mode-checks.ts';
import { networkChecks } from './network-checks.ts';
import { EMPTY, migrationCheck, schemaChecks } from './schema-checks.ts';
import { webhookChecks } from './webhook-checks.ts';

export interface DoctorOptions {
  /** Prints a line for the operator that is not a result. */
  readonly report: (line: string) => void;
  /** Called with each result as soon as it is known. */
  readonly onResult?: (result: CheckResult) => void;
  /** The system's clock. */
  readonly systemNow?: () => Date;
}

const CONNECTIONS = 4;

/**
 * Checks everything that the deployment of the environment depends on. A failed check does not stop the others. Changes
 * nothing: reports missing objects, but does not create them.
 */
export async function examineDeployment(environment: Environment, options: DoctorOptions): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  const report = (checkResults: readonly CheckResult[]) => {
    for (const result of checkResults) {
      results.push(result);
      options.onResult?.(result);
    }
  };
  const settings = readable(environment);
  if (settings instanceof Error) {
    report([...(await runCheck(nodeCheck, undefined as never)), failed('settings', settings)]);
    return results;
  }
  const at = await findDatabase(settings, options.report).catch((error: Error) => error);
  const connection = at instanceof Error ? NOWHERE : at.connection;
  const database = openDatabase({
    connection,
    ownerConnection: ownerConnectionOf(settings),
    maxConnections: CONNECTIONS,
    statementTimeoutMs: settings.CARDWRIGHT_REQUEST_TIMEOUT_MS,
    // the check that needs the connection reports this error
    onError: () => {},
  });
  try {
    await examine(database, at instanceof Error ? at : undefined, { settings, environment, ...options }, report);
  } finally {
    await database.close();
    if (!(at instanceof Error)) await at.stop();
  }
  return results;
}

/** The connection for a missing database. Every connection attempt fails. */
const NOWHERE = { host: '/nonexistent' };

function readable(environment: Environment): Settings | Error {
  try {
    return readValidSettings(environment);
  } catch (error) {
    return error as Error;
  }
}

function failed(name: string, error: unknown): CheckResult {
  return { name, status: 'fail', detail: problemOf(error) };
}

async function examine(
  database: Database,
  connectError: Error | undefined,
  {
    settings,
    environment,
    systemNow = () => new Date(),
  }: { settings: Settings; environment: Environment } & DoctorOptions,
  report: (results: readonly CheckResult[]) => void,
): Promise<void> {
  let clockAheadMs = 0;
  const subject = doctorSubject(database, settings, environment, systemNow, () => clockAheadMs);
  const lacking: CheckPrerequisite[] = [];
  let isEmpty = false;
  const run = async (check: Check) => {
    if (isEmpty && (check.needs === 'schema' || check.isCreatedAtStart?.(settings))) return true;
    const isLacking = lacking.includes(check.needs);
    const results = isLacking ? [notChecked(check)] : await runCheck(check, subject);
    report(results);
    isEmpty ||= results.some(({ detail }) => detail === EMPTY);
    return results.every(({ status }) => status !== 'fail');
  };

  await run(nodeCheck);
  for (const check of modeChecks.filter(({ needs }) => needs === 'nothing')) await run(check);
  const isReached = await run(reachable(connectError));
  if (!isReached) lacking.push('database', 'schema');
  const isMigrated = await run(migrationCheck);
  if (!isMigrated && !lacking.includes('schema')) lacking.push('schema');
  if (isReached && isMigrated && settings.CARDWRIGHT_MODE === 'sandbox') {
    clockAheadMs = await readClockOffset(database).catch(() => 0);
  }
  const further = [databaseChecks, schemaChecks, modeChecks.filter(({ needs }) => needs !== 'nothing'), keyChecks];
  for (const group of [
    ...further,
    bankChecks,
    acquirerChecks,
    networkChecks,
    webhookChecks,
    feedChecks,
    auditChecks,
    anchorChecks,
    machineChecks,
  ]) {
    for (const check of group) await run(check);
  }
  if (isEmpty) return;
  report(lacking.includes('schema') ? [notChecked({ name: 'card life' })] : await rehearseCardLife(subject));
}

function notChecked({ name }: Pick<Check, 'name'>): CheckResult {
  return { name, status: 'fail', detail: 'not checked: the database check failed' };
}

function reachable(connectError: Error | undefined): Check {
  return {
    name: 'database reachable',
    needs: 'nothing',
    run: async ({ database }) => {
      if (connectError !== undefined) throw connectError;
      const client = await database.connect({ asOwner: true });
      const { rows } = await client.query('select current_database() as name, inet_server_addr() as address');
      await client.end();
      return { status: 'pass', detail: `${rows[0].name} at ${rows[0].address ?? 'a local socket'}` };
    },
  };
}
