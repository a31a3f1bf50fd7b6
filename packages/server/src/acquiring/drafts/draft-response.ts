import { type MerchantDraft, WrittenJson } from '@cardwright/contract';
import type { DraftRow, DraftSummaryRow } from './draft-store.ts';

export function toDraftSummary(row: DraftSummaryRow) {
  return {
    draftId: row.draft_id,
    version: row.version,
    ...(row.merchant_id !== null && { merchantId: row.merchant_id }),
    ...(row.merchant_name !== null && { merchantName: row.merchant_name }),
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
    savedAt: row.saved_at.toISOString(),
    savedBy: row.saved_by,
  };
}

export function toDraftResponse(row: DraftRow): MerchantDraft {
  return { ...toDraftSummary(row), merchant: new WrittenJson(row.record) as unknown as Record<string, unknown> };
}

/** Returns the facts of a draft for the audit log, without personal data. */
export function toAuditedDraft({ version, merchant_id }: DraftSummaryRow) {
  return { version, ...(merchant_id !== null && { merchantId: merchant_id }) };
}
