import type { Place } from '../../platform/kernel/page.ts';
import { queryOne, statement, type Tx } from '../../platform/storage/index.ts';

export interface DraftSummaryRow {
  draft_id: string;
  draft_no: bigint;
  version: number;
  merchant_id: string | null;
  merchant_name: string | null;
  created_at: Date;
  created_by: string;
  saved_at: Date;
  saved_by: string;
}

export interface DraftRow extends DraftSummaryRow {
  record: string;
}

const SUMMARY = 'draft_id, draft_no, version, merchant_id, merchant_name, created_at, created_by, saved_at, saved_by';

const selectDraft = statement(
  'merchants.find-draft',
  `select ${SUMMARY}, record from merchant_drafts where acquirer_id = $1 and draft_id = $2`,
);

export async function findDraft(tx: Tx, acquirerId: string, draftId: string): Promise<DraftRow | undefined> {
  return (await tx.query<DraftRow>(selectDraft, [acquirerId, draftId]))[0];
}

const selectDrafts = statement(
  'merchants.list-drafts',
  `select ${SUMMARY} from merchant_drafts
    where acquirer_id = $1 and (saved_at, draft_no) < ($2, $3) order by saved_at desc, draft_no desc limit $4`,
);

/** Lists drafts before a place, the latest saved first. */
export function listDraftRows(
  tx: Tx,
  acquirerId: string,
  { at, id }: Place,
  limit: number,
): Promise<DraftSummaryRow[]> {
  return tx.query(selectDrafts, [acquirerId, at, id, limit]);
}

const countRows = statement(
  'merchants.count-drafts',
  'select count(*)::int as drafts from merchant_drafts where acquirer_id = $1',
);

export async function countDrafts(tx: Tx, acquirerId: string): Promise<number> {
  return (await queryOne<{ drafts: number }>(tx, countRows, [acquirerId])).drafts;
}

const upsertDraft = statement(
  'merchants.save-draft',
  `insert into merchant_drafts
     (acquirer_id, draft_id, version, record, merchant_id, merchant_name, created_at, created_by, saved_at, saved_by)
   values ($1, $2, 1, $3, $4, $5, $6, $7, $6, $7)
   on conflict (acquirer_id, draft_id) do update set version = merchant_drafts.version + 1, record = excluded.record,
     merchant_id = excluded.merchant_id, merchant_name = excluded.merchant_name, saved_at = excluded.saved_at,
     saved_by = excluded.saved_by
   where merchant_drafts.version = $8
   returning ${SUMMARY}, record`,
);

export interface SavedDraft {
  readonly record: string;
  readonly merchantId: string | null;
  readonly merchantName: string | null;
  readonly at: Date;
  readonly by: string;
}

/** Creates a draft, or replaces the version that was read. Returns undefined if another version is stored. */
export async function storeDraft(
  tx: Tx,
  acquirerId: string,
  draftId: string,
  { record, merchantId, merchantName, at, by }: SavedDraft,
  version: number,
): Promise<DraftRow | undefined> {
  const values = [acquirerId, draftId, record, merchantId, merchantName, at, by, version];
  return (await tx.query<DraftRow>(upsertDraft, values))[0];
}

const deleteRow = statement(
  'merchants.delete-draft',
  `delete from merchant_drafts where acquirer_id = $1 and draft_id = $2 returning ${SUMMARY}`,
);

export async function removeDraft(tx: Tx, acquirerId: string, draftId: string): Promise<DraftSummaryRow | undefined> {
  return (await tx.query<DraftSummaryRow>(deleteRow, [acquirerId, draftId]))[0];
}
