import type { AmendmentType } from '@cardwright/contract';
import { statement, type Tx } from '../../platform/storage/index.ts';

export interface NewVersion {
  readonly merchantId: string;
  readonly version: number;
  readonly amendments: readonly AmendmentType[];
  /** The record and the changes are JSON texts. */
  readonly record: string;
  readonly changes: string;
  readonly changeCount: number;
  readonly firstChanges: string;
}

const insertVersionRows = statement(
  'merchants.insert-versions',
  `insert into merchant_versions (acquirer_id, merchant_id, version, at, actor, request_id, amendments, record, changes,
                                  change_count, first_changes)
   select $1, v.merchant, v.version, $2, $3, $4, string_to_array(v.amendments, ','), v.record, v.changes,
          v.change_count, v.first_changes
     from unnest($5::text[], $6::int[], $7::text[], $8::text[], $9::text[], $10::int[], $11::text[])
       as v (merchant, version, amendments, record, changes, change_count, first_changes)`,
);

export async function insertVersions(
  tx: Tx,
  acquirerId: string,
  origin: { at: Date; actor: string; requestId: string },
  rows: readonly NewVersion[],
): Promise<void> {
  await tx.query(insertVersionRows, [
    acquirerId,
    origin.at,
    origin.actor,
    origin.requestId,
    rows.map(({ merchantId }) => merchantId),
    rows.map(({ version }) => version),
    rows.map(({ amendments }) => amendments.join(',')),
    rows.map(({ record }) => record),
    rows.map(({ changes }) => changes),
    rows.map(({ changeCount }) => changeCount),
    rows.map(({ firstChanges }) => firstChanges),
  ]);
}

export interface VersionRow {
  version: number;
  at: Date;
  actor: string;
  request_id: string;
  amendments: AmendmentType[];
  change_count: number;
  /** JSON text. */
  first_changes: string;
  shown_count: number;
}

const selectVersions = statement(
  'merchants.list-versions',
  `select version, at, actor, request_id, amendments, change_count, first_changes,
          json_array_length(first_changes::json) as shown_count from merchant_versions
    where acquirer_id = $1 and merchant_id = $2 and version < $3 order by version desc limit $4`,
);

/** Greater than any version number. */
export const NEWEST = 2_147_483_647;

/** Returns versions before the given one, newest first. */
export function listVersionRows(
  tx: Tx,
  acquirerId: string,
  merchantId: string,
  before: number,
  limit: number,
): Promise<VersionRow[]> {
  return tx.query(selectVersions, [acquirerId, merchantId, before, limit]);
}

/** Maximum number of characters in the changes of a page. A single change may have more. */
const MAX_CHARACTERS = 512 * 1024;

const selectChanges = statement(
  'merchants.list-changes',
  `select c.place::int, c.change from (
     select e.place, e.change::text, sum(length(e.change::text)) over (order by e.place) as size
       from merchant_versions v
      cross join lateral json_array_elements(v.changes::json) with ordinality as e (change, place)
      where v.acquirer_id = $1 and v.merchant_id = $2 and v.version = $3 and e.place > $4) c
    where c.size <= $6 or c.place = $4 + 1
    order by c.place limit $5`,
);

/** Returns changes of one version after a position in its list, which starts at 1, as JSON texts. */
export function listChanges(
  tx: Tx,
  acquirerId: string,
  merchantId: string,
  version: number,
  page: { after: number; limit: number },
): Promise<{ place: number; change: string }[]> {
  return tx.query(selectChanges, [acquirerId, merchantId, version, page.after, page.limit, MAX_CHARACTERS]);
}
