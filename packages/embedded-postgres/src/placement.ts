import { createHash } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Account, canEnter, fileOwner, runsAsRoot, unprivilegedAccount } from './account.ts';
import { CLUSTER_FOLDER } from './options.ts';
import { systemDirectory } from './system-directory.ts';

export interface Placement {
  /** The folder that contains the cluster, the claim of its owner, and unfinished attempts to create it. */
  readonly place: string;
  /** The folder of the cluster. */
  readonly dataPath: string;
  /** The account that the server runs as. Undefined for the account of this process. */
  readonly account: Account | undefined;
  /** Writes the location of the cluster into the data directory. Call it when the cluster exists. */
  store(): void;
}

const POINTER = 'postgres-location.txt';

export function placeCluster(dataDir: string): Placement {
  mkdirSync(dataDir, { recursive: true });
  // Resolves links, so that two spellings of one folder are equal and its parents are the real ones.
  const home = realpathSync(dataDir);
  return storedPlace(home) ?? (runsAsRoot() ? placeForRoot(home) : placeForUser(home));
}

function placement(home: string, place: string, account: Account | undefined): Placement {
  const store = () => {
    const pointer = join(home, POINTER);
    if (place !== home && !existsSync(pointer)) writeFileSync(pointer, `${place}\n`);
  };
  return { place, dataPath: join(place, CLUSTER_FOLDER), account, store };
}

function storedPlace(home: string): Placement | undefined {
  const pointer = join(home, POINTER);
  if (!existsSync(pointer)) return undefined;
  const place = readFileSync(pointer, 'utf8').trim();
  const dataPath = join(place, CLUSTER_FOLDER);
  // Starting with an empty database here would look like the loss of all data, and would hide where the data is.
  if (!existsSync(dataPath)) {
    throw new Error(
      `The database of ${home} was placed in ${place}, as ${pointer} states, but it does not exist or cannot be reached. ` +
        `Restore it (or run as the user who created it), or delete ${pointer} to start with an empty database.`,
    );
  }
  return placement(home, place, accountFor(dataPath));
}

function placeForUser(home: string): Placement {
  return placement(home, home, accountFor(join(home, CLUSTER_FOLDER)));
}

function placeForRoot(home: string): Placement {
  const local = join(home, CLUSTER_FOLDER);
  if (existsSync(local)) {
    const account = accountFor(local);
    if (account && !canEnter(home, account)) {
      throw new Error(
        `The database in ${local} belongs to ${account.name}, which can no longer enter a parent folder. ` +
          'Restore the permission to enter (x) for these folders.',
      );
    }
    return placement(home, home, account);
  }
  const account = unprivilegedAccount();
  if (canEnter(home, account)) return placement(home, home, account);
  const name = createHash('sha256').update(home).digest('hex').slice(0, 16);
  const place = join(systemDirectory(account), name);
  mkdirSync(place, { recursive: true });
  // Other local users must not read the data. PostgreSQL requires the same for the cluster inside.
  chmodSync(place, 0o700);
  chownSync(place, account.uid, account.gid);
  return placement(home, place, account);
}

/** Returns the owner of existing data if this process is root. Any other user must be the owner itself. */
function accountFor(dataPath: string): Account | undefined {
  if (!existsSync(dataPath)) return undefined;
  const owner = fileOwner(dataPath);
  if (runsAsRoot()) return owner;
  if (owner.uid === process.getuid?.()) return undefined;
  throw new Error(
    `The database in ${dataPath} belongs to another user (${owner.name}). Start Cardwright as that user or as root, ` +
      'or set CARDWRIGHT_DATA_DIR to a folder of your own.',
  );
}
