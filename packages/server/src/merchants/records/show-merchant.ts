import type { MerchantSummary, MerchantVersion } from '@cardwright/contract';
import type { Static } from 'typebox';
import { readStoredJson } from '../../kernel/stored-json.ts';
import type { MerchantRow } from './merchant-store.ts';
import type { VersionRow } from './version-store.ts';

export function showMerchant(row: MerchantRow): Static<typeof MerchantSummary> {
  return {
    merchantId: row.merchant_id,
    merchantName: row.merchant_name,
    status: row.status,
    merchantState: row.merchant_state,
    applicationId: row.application_id,
    chainId: row.chain_id,
    version: row.version,
    changedAt: row.changed_at.toISOString(),
  };
}

export function showVersion(row: VersionRow): Static<typeof MerchantVersion> {
  // the list is wrapped, because readStoredJson returns an object
  const { changes } = readStoredJson(`{"changes":${row.changes}}`);
  return {
    version: row.version,
    at: row.at.toISOString(),
    by: row.actor,
    requestId: row.request_id,
    amendments: row.amendments,
    changes: changes as Static<typeof MerchantVersion>['changes'],
  };
}

/** Why a boarding waits, and what would let it continue. */
export function showHindrance(row: {
  reason: string | null;
  information_required: { path: string; action: string }[] | null;
}) {
  return {
    ...(row.reason !== null && { reason: row.reason }),
    ...(row.information_required !== null && { informationRequired: row.information_required }),
  };
}
