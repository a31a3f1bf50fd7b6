import { type Deployment, type KeyStatus, readKeyStatus } from '@cardwright/server';
import { print } from './output/print.ts';
import { withDeployment } from './with-deployment.ts';

/** Prints the state of the keys, and the versions in the local key file, without key material. */
export function keyStatus(options: { json?: boolean }): Promise<void> {
  return withDeployment((deployment) => printKeyStatus(deployment, options));
}

async function printKeyStatus(deployment: Deployment, { json = false }: { json?: boolean }): Promise<void> {
  const status = await readKeyStatus(deployment.database);
  const file = await keyFileHere(deployment);
  if (json) return print(JSON.stringify({ ...status, keyFile: file }, (_, value) => plain(value)));
  for (const line of [...keyLines(status), ...rotationLines(status), ...serverLines(status), ...fileLines(file)]) {
    print(line);
  }
}

function plain(value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value;
}

interface KeyFileHere {
  readonly path: string | undefined;
  readonly masters: readonly number[];
  readonly lookups: readonly number[];
  readonly problem: string | undefined;
}

/** Reads the key file. The status reports a wrong or missing key file along with everything else. */
async function keyFileHere(deployment: Deployment): Promise<KeyFileHere> {
  try {
    const { path, masters, lookups } = await deployment.keys();
    const file = { path, masters: [...masters.keys()], lookups: [...lookups.keys()] };
    const problem = await deployment.vault().then(
      () => undefined,
      (error: Error) => error.message,
    );
    return { ...file, problem };
  } catch (error) {
    return { path: undefined, masters: [], lookups: [], problem: (error as Error).message };
  }
}

function keyLines({ keys }: KeyStatus): string[] {
  return keys.map(({ kind, version, state, createdAt, rows }) => {
    const counted = rows.map((row) => `${row.table} ${row.rows}`).join(', ');
    const created = createdAt.toISOString().slice(0, 19).replace('T', ' ');
    return `${kind.toLowerCase().padEnd(8)}${String(version).padEnd(4)}${state.padEnd(10)}${created}  ${counted}`.trimEnd();
  });
}

function rotationLines({ rotations }: KeyStatus): string[] {
  return rotations
    .filter(({ state }) => state !== 'DONE')
    .flatMap(({ kind, key_version: version, state, is_stopped: isStopped, passes, tables, waitsFor: blockers }) => [
      `rotation to ${kind.toLowerCase()} key ${version}: ${state}${isStopped ? ', stopped' : ''}, pass ${passes + 1}`,
      ...tables.map(
        ({ table, rowsDone, isPassed }) => `  ${table}: ${rowsDone} rows${isPassed ? ', pass complete' : ''}`,
      ),
      ...blockers.map((name) => `  waiting for server ${name}`),
    ]);
}

function serverLines({ servers }: KeyStatus): string[] {
  return servers.map(
    ({ name, sealing_version: sealing, hashing_version: hashing, problem }) =>
      `server ${name}: seals under data key ${sealing}, hashes under content key ${hashing}${problem === null ? '' : `; ${problem}`}`,
  );
}

function fileLines({ path, masters, lookups, problem }: KeyFileHere): string[] {
  const fileLines = path === undefined ? [] : [`${path}: master ${masters.join(', ')}; lookup ${lookups.join(', ')}`];
  return problem === undefined ? fileLines : [...fileLines, problem];
}
