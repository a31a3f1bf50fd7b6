import { type MerchantSummary, type MerchantVersion, WrittenJson } from '@cardwright/contract';
import type { Static } from 'typebox';
import type { MerchantRow } from './merchant-store.ts';
import type { VersionRow } from './version-store.ts';

export function toMerchantResponse(row: MerchantRow): Static<typeof MerchantSummary> {
  return {
    merchantId: row.merchant_id,
    merchantName: row.merchant_name,
    status: row.status,
    merchantState: row.merchant_state,
    applicationId: row.application_id,
    chainId: row.chain_id,
    version: row.version,
    ...(row.hits !== null && { hits: row.hits }),
    changedAt: row.changed_at.toISOString(),
  };
}

/** Returns a version with its first changes, or with those of a page. */
export function toVersionResponse(
  row: VersionRow,
  page: { changes: string; last: number } = { changes: row.first_changes, last: row.shown_count },
): Static<typeof MerchantVersion> {
  const more = row.change_count - page.last;
  return {
    version: row.version,
    at: row.at.toISOString(),
    by: row.actor,
    requestId: row.request_id,
    amendments: row.amendments,
    changes: new WrittenJson(page.changes) as unknown as Static<typeof MerchantVersion>['changes'],
    ...(more > 0 && { moreChanges: more }),
  };
}

/** Returns why a boarding waits, and what lets it continue. */
export function toWaitReasonResponse(row: {
  reason: string | null;
  information_required: { path: string; action: string }[] | null;
}) {
  return {
    ...(row.reason !== null && { reason: row.reason }),
    ...(row.information_required !== null && { informationRequired: row.information_required }),
  };
}
