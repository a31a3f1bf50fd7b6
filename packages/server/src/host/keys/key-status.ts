import type { Tx } from '../../platform/storage/index.ts';
import { type KeyState, readKeys } from '../../platform/vault/index.ts';
import { CONTENT_COLUMNS } from './content-columns.ts';
import { countRows, holdersWithout } from './drain-rotation.ts';
import { type KeyHolder, readLiveHolders } from './holder-store.ts';
import { type Rotation, readRotations, readTableProgress } from './rotation-store.ts';
import { LOOKUP_COLUMN, SEALED_COLUMNS } from './sealed-columns.ts';

export interface KeyStatus {
  readonly keys: readonly {
    readonly kind: 'MASTER' | 'LOOKUP' | 'DATA' | 'CONTENT';
    readonly version: number;
    readonly state: KeyState;
    readonly createdAt: Date;
    /** The number of rows under this key, by table. Empty for keys whose rows are not counted. */
    readonly rows: readonly { readonly table: string; readonly rows: bigint }[];
  }[];
  readonly rotations: readonly (Rotation & {
    /** The names of the servers for which the rotation waits. */
    readonly waitsFor: readonly string[];
    readonly tables: readonly { readonly table: string; readonly isPassed: boolean; readonly rowsDone: bigint }[];
  })[];
  readonly servers: readonly KeyHolder[];
}

/** Returns the state of all keys, without key material. Counts the rows of each key. */
export async function readKeyStatus(tx: Tx): Promise<KeyStatus> {
  const keys = await readKeys(tx);
  const counts = await countAll(tx);
  const progress = await readTableProgress(tx);
  const rotations = [];
  for (const rotation of await readRotations(tx)) {
    const tables = progress.filter(({ kind, key_version: version }) => isOf(rotation, kind, version));
    rotations.push({
      ...rotation,
      waitsFor: rotation.state === 'DONE' ? [] : (await holdersWithout(tx, rotation)).map(({ name }) => name),
      tables: tables.map(({ table_name, is_passed, rows_done }) => ({
        table: table_name,
        isPassed: is_passed,
        rowsDone: rows_done,
      })),
    });
  }
  return {
    keys: keys.map(({ kind, key_version: version, state, created_at: createdAt }) => ({
      kind,
      version,
      state,
      createdAt,
      rows: counts.filter((one) => one.kind === kind && one.version === version),
    })),
    rotations,
    servers: await readLiveHolders(tx),
  };
}

function isOf(rotation: Rotation, kind: string, version: number): boolean {
  return rotation.kind === kind && rotation.key_version === version;
}

async function countAll(tx: Tx) {
  const all: { kind: 'DATA' | 'LOOKUP' | 'CONTENT'; version: number; table: string; rows: bigint }[] = [];
  for (const column of SEALED_COLUMNS) {
    for (const count of await countRows(tx, column)) all.push({ kind: 'DATA', table: column.table, ...count });
  }
  for (const count of await countRows(tx, LOOKUP_COLUMN)) {
    all.push({ kind: 'LOOKUP', table: LOOKUP_COLUMN.table, ...count });
  }
  for (const { table, count } of CONTENT_COLUMNS) {
    for (const keyCount of await countRows(tx, { count })) all.push({ kind: 'CONTENT', table, ...keyCount });
  }
  return all;
}
