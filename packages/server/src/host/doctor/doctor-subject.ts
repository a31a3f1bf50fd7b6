import { existsSync } from 'node:fs';
import { openBankDirectory } from '../../issuing/banks/index.ts';
import { memoize } from '../../platform/kernel/concurrency/memoize.ts';
import type { Database } from '../../platform/storage/index.ts';
import { openVault, type RootKeys, readKeyFile, readKeys, sandboxKeyFile } from '../../platform/vault/index.ts';
import type { Settings } from '../configuration/settings.ts';
import type { CheckSubject } from './check.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the subject of the checks. Reads the keys and opens the vault and the banks on first use. */
export function doctorSubject(
  database: Database,
  settings: Settings,
  environment: Environment,
  systemNow: () => Date,
  clockAheadMs: () => number,
): CheckSubject {
  const keys = memoize(() => existingKeys(settings));
  return {
    settings,
    environment,
    database,
    systemNow,
    now: () => new Date(systemNow().getTime() + clockAheadMs()),
    keys,
    vault: memoize(async () => {
      const rootKeys = await keys();
      // a database without keys would store these keys as its first
      const isKeyless = (await readKeys(database)).every(({ kind }) => kind !== 'MASTER');
      if (isKeyless) throw new Error('the database has no keys yet: start the server once');
      return await openVault(database, rootKeys);
    }),
    banks: memoize(() => openBankDirectory(database)),
  };
}

/** Reads the keys as the server does, but creates none. */
async function existingKeys(settings: Settings): Promise<RootKeys> {
  const { CARDWRIGHT_KEY_FILE: configured, CARDWRIGHT_MODE: mode, CARDWRIGHT_DATA_DIR: dataDir } = settings;
  if (configured === undefined && mode === 'production') throw new Error('CARDWRIGHT_KEY_FILE is not set');
  const path = configured ?? sandboxKeyFile(dataDir);
  if (configured === undefined && !existsSync(path)) {
    throw new Error(`${path} does not exist: the sandbox creates it at its first start`);
  }
  return await readKeyFile(path);
}
