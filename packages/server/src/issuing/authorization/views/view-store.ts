import type { AuthorizationView } from '@cardwright/contract';
import { statement, type Tx } from '../../../platform/storage/index.ts';

export interface ViewRow {
  view_id: string;
  version: number;
  name: string;
  role: AuthorizationView['role'];
  filters: string;
  columns: string[] | null;
  saved_at: Date;
  saved_by: string;
  saved_by_name: string | null;
}

const COLUMNS = 'view_id, version, name, role, filters, columns, saved_at, saved_by, saved_by_name';

const selectViews = statement(
  'authorization.list-views',
  `select ${COLUMNS} from authorization_views where bank_id = $1 order by name, view_id`,
);

/** Reads the views of all roles. */
export function readViews(tx: Tx, bankId: string): Promise<ViewRow[]> {
  return tx.query(selectViews, [bankId]);
}

const upsertView = statement(
  'authorization.save-view',
  `insert into authorization_views
     (bank_id, view_id, version, name, role, filters, columns, saved_at, saved_by, saved_by_name)
   values ($1, $2, 1, $3, $4, $5, $6, $7, $8, $9)
   on conflict (bank_id, view_id) do update set version = authorization_views.version + 1, name = excluded.name,
     role = excluded.role, filters = excluded.filters, columns = excluded.columns, saved_at = excluded.saved_at,
     saved_by = excluded.saved_by, saved_by_name = excluded.saved_by_name
   where authorization_views.version = $10
   returning ${COLUMNS}`,
);

/** Creates a view, or replaces the version that was read. Returns undefined if another version is stored. */
export async function storeView(tx: Tx, bankId: string, view: ViewRow): Promise<ViewRow | undefined> {
  const { view_id, version, name, role, filters, columns, saved_at, saved_by, saved_by_name } = view;
  const values = [bankId, view_id, name, role, filters, columns, saved_at, saved_by, saved_by_name, version];
  return (await tx.query<ViewRow>(upsertView, values))[0];
}

const deleteRow = statement(
  'authorization.delete-view',
  'delete from authorization_views where bank_id = $1 and view_id = $2',
);

export async function removeView(tx: Tx, bankId: string, viewId: string): Promise<void> {
  await tx.query(deleteRow, [bankId, viewId]);
}
