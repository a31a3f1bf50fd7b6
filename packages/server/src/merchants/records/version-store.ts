import type { AmendmentType } from '@cardwright/contract';
import { statement, type Tx } from '../../storage/index.ts';

export interface NewVersion {
  readonly merchantId: string;
  readonly version: number;
  readonly amendments: readonly AmendmentType[];
  /** JSON texts. */
  readonly record: string;
  readonly changes: string;
}

const insertVersionRows = statement(
  'merchants.insert-versions',
  `insert into merchant_versions (acquirer_id, merchant_id, version, at, actor, request_id, amendments, record, changes)
   select $1, v.merchant, v.version, $2, $3, $4, string_to_array(v.amendments, ','), v.record, v.changes
     from unnest($5::text[], $6::int[], $7::text[], $8::text[], $9::text[])
       as v (merchant, version, amendments, record, changes)`,
);

export async function insertVersions(
  tx: Tx,
  acquirerId: string,
  made: { at: Date; actor: string; requestId: string },
  rows: readonly NewVersion[],
): Promise<void> {
  await tx.query(insertVersionRows, [
    acquirerId,
    made.at,
    made.actor,
    made.requestId,
    rows.map(({ merchantId }) => merchantId),
    rows.map(({ version }) => version),
    rows.map(({ amendments }) => amendments.join(',')),
    rows.map(({ record }) => record),
    rows.map(({ changes }) => changes),
  ]);
}

export interface VersionRow {
  version: number;
  at: Date;
  actor: string;
  request_id: string;
  amendments: AmendmentType[];
  changes: string;
}

const selectVersions = statement(
  'merchants.list-versions',
  `select version, at, actor, request_id, amendments, changes from merchant_versions
    where acquirer_id = $1 and merchant_id = $2 and version < $3 order by version desc limit $4`,
);

/** Greater than any version number. */
export const NEWEST = 2_147_483_647;

/** Versions before the given one, newest first. */
export function listVersionRows(
  tx: Tx,
  acquirerId: string,
  merchantId: string,
  before: number,
  limit: number,
): Promise<VersionRow[]> {
  return tx.query(selectVersions, [acquirerId, merchantId, before, limit]);
}
