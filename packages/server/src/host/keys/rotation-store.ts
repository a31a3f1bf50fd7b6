import { statement, type Tx } from '../../platform/storage/index.ts';

const ROTATION_KINDS = ['DATA', 'LOOKUP', 'MASTER', 'CONTENT'] as const;
export type RotationKind = (typeof ROTATION_KINDS)[number];

export interface Rotation {
  readonly kind: RotationKind;
  /** The version of the new key. */
  readonly key_version: number;
  readonly state: 'SPREADING' | 'RUNNING' | 'DONE';
  readonly is_stopped: boolean;
  readonly passes: number;
  readonly is_fenced: boolean;
  readonly started_at: Date;
  readonly finished_at: Date | null;
}

const COLUMNS = 'kind, key_version, state, is_stopped, passes, fence is not null as is_fenced, started_at, finished_at';

const selectRotations = statement(
  'keys.select-rotations',
  `select ${COLUMNS} from key_rotations order by started_at, kind`,
);

export function readRotations(tx: Tx): Promise<Rotation[]> {
  return tx.query(selectRotations, []);
}

const lockRotationRow = statement(
  'keys.lock-rotation',
  `select ${COLUMNS} from key_rotations where kind = $1 and key_version = $2 and state = $3 and passes = $4 and not is_stopped for update`,
);

/** Locks a rotation. Returns undefined if it has changed its state, is in another pass, or was stopped. */
export async function lockRotation(tx: Tx, rotation: Rotation): Promise<Rotation | undefined> {
  const { kind, key_version: version, state, passes } = rotation;
  const rows = await tx.query<Rotation>(lockRotationRow, [kind, version, state, passes]);
  return rows[0];
}

const insertRotationRow = statement(
  'keys.insert-rotation',
  `insert into key_rotations (kind, key_version, state) values ($1, $2, 'SPREADING')`,
);

export async function insertRotation(tx: Tx, kind: RotationKind, version: number): Promise<void> {
  await tx.query(insertRotationRow, [kind, version]);
}

const insertTables = statement(
  'keys.insert-rotation-tables',
  `insert into key_rotation_tables (kind, key_version, table_name) select $1, $2, unnest($3::text[])
   on conflict do nothing`,
);

/** Adds these tables to the rotation. Tables that are already part of it keep their position. */
export async function addTables(
  tx: Tx,
  { kind, key_version: version }: Pick<Rotation, 'kind' | 'key_version'>,
  tables: readonly string[],
): Promise<void> {
  await tx.query(insertTables, [kind, version, tables]);
}

const updateState = statement(
  'keys.update-rotation-state',
  `update key_rotations set state = $3, finished_at = case when $3 = 'DONE' then now() end, fence = null, fenced_at = null
    where kind = $1 and key_version = $2`,
);

export async function setRotationState(tx: Tx, { kind, key_version: version }: Rotation, state: Rotation['state']) {
  await tx.query(updateState, [kind, version, state]);
}

const updateStopped = statement(
  'keys.update-rotation-stopped',
  `update key_rotations set is_stopped = $1 where state <> 'DONE' and is_stopped <> $1 returning kind, key_version`,
);

/** Stops or resumes all unfinished rotations and returns them. */
export function setStopped(tx: Tx, isStopped: boolean): Promise<Pick<Rotation, 'kind' | 'key_version'>[]> {
  return tx.query(updateStopped, [isStopped]);
}

const updateFence = statement(
  'keys.set-fence',
  `update key_rotations set fence = pg_snapshot_xmax(pg_current_snapshot()), fenced_at = clock_timestamp()
    where kind = $1 and key_version = $2 and fence is null`,
);

/** Sets the fence. From then on, only transactions that are already running can write under an older key. */
export async function setFence(tx: Tx, { kind, key_version: version }: Rotation): Promise<void> {
  await tx.query(updateFence, [kind, version]);
}

const deleteFence = statement(
  'keys.clear-fence',
  'update key_rotations set fence = null, fenced_at = null where kind = $1 and key_version = $2',
);

/** Removes the fence after a server appears that still seals under an older key. */
export async function clearFence(tx: Tx, { kind, key_version: version }: Rotation): Promise<void> {
  await tx.query(deleteFence, [kind, version]);
}

// a transaction may have sealed a value but have no id yet, so such transactions get extra time. A fence in the future
// comes from a backup of another PostgreSQL server, whose transactions have ended
const selectFenceHolds = statement(
  'keys.select-fence',
  `select (fence <= pg_snapshot_xmin(pg_current_snapshot()) or fence > pg_snapshot_xmax(pg_current_snapshot()))
          and fenced_at < clock_timestamp() - interval '2 seconds' as holds
     from key_rotations where kind = $1 and key_version = $2`,
);

/** Returns whether every transaction from before the fence has ended. */
export async function fenceHolds(tx: Tx, { kind, key_version: version }: Rotation): Promise<boolean> {
  const [row] = await tx.query<{ holds: boolean | null }>(selectFenceHolds, [kind, version]);
  return row?.holds === true;
}

export interface TableProgress {
  readonly kind: RotationKind;
  readonly key_version: number;
  readonly table_name: string;
  readonly reached: string[] | null;
  readonly is_passed: boolean;
  readonly rows_done: bigint;
}

const selectTables = statement(
  'keys.select-rotation-tables',
  `select kind, key_version, table_name, reached, is_passed, rows_done from key_rotation_tables order by table_name`,
);

export function readTableProgress(tx: Tx): Promise<TableProgress[]> {
  return tx.query(selectTables, []);
}

// also locks the row of the rotation: stopping it waits for the running batch, and no other batch can start
const lockTableRow = statement(
  'keys.lock-rotation-table',
  `select t.kind, t.key_version, t.table_name, t.reached, t.is_passed, t.rows_done
     from key_rotation_tables t join key_rotations r using (kind, key_version)
    where t.kind = $1 and t.key_version = $2 and t.table_name = $3 and r.state = 'RUNNING' and not r.is_stopped
      for update of t skip locked for share of r skip locked`,
);

/** Locks a table of a rotation until the transaction ends. Returns undefined if another server holds the lock. */
export async function lockTable(
  tx: Tx,
  { kind, key_version: version }: Rotation,
  table: string,
): Promise<TableProgress | undefined> {
  const rows = await tx.query<TableProgress>(lockTableRow, [kind, version, table]);
  return rows[0];
}

const updateTable = statement(
  'keys.update-rotation-table',
  `update key_rotation_tables set reached = $4, is_passed = $5, rows_done = rows_done + $6
    where kind = $1 and key_version = $2 and table_name = $3`,
);

export async function moveTable(
  tx: Tx,
  { kind, key_version: version }: Rotation,
  table: string,
  moved: { reached: readonly string[]; isPassed: boolean; rows: number },
): Promise<void> {
  await tx.query(updateTable, [kind, version, table, moved.reached, moved.isPassed, moved.rows]);
}

const restartTables = statement(
  'keys.restart-rotation-tables',
  'update key_rotation_tables set reached = null, is_passed = false where kind = $1 and key_version = $2',
);
const countPass = statement(
  'keys.count-pass',
  'update key_rotations set passes = passes + 1 where kind = $1 and key_version = $2',
);

/** Starts another pass through all tables. */
export async function startNextPass(tx: Tx, { kind, key_version: version }: Rotation): Promise<void> {
  await tx.query(countPass, [kind, version]);
  await tx.query(restartTables, [kind, version]);
}

const reopenRotation = statement(
  'keys.reopen-rotation',
  `update key_rotations set state = 'RUNNING', passes = passes + 1, finished_at = null, fence = null, fenced_at = null
    where kind = 'DATA' and state = 'DONE'
      and key_version = (select max(key_version) from key_rotations where kind = 'DATA')
   returning key_version`,
);

/**
 * Reopens the rotation after a server without the newest data key wrote under an older one. The new pass prevents a
 * server that is about to finish the earlier one from ending the rotation.
 */
export async function reopenDataRotation(tx: Tx): Promise<void> {
  for (const { key_version: version } of await tx.query<{ key_version: number }>(reopenRotation, [])) {
    await tx.query(restartTables, ['DATA', version]);
  }
}
