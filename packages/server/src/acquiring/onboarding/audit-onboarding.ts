import { changeOf } from '../../platform/audit/index.ts';
import type { OperationContext } from '../../platform/operation/index.ts';
import type { HeldAmendment } from './hold-amendments.ts';
import type { AppliedAmendment } from './model/applied-amendment.ts';
import type { Known } from './model/existing-records.ts';
import type { CheckedMerchant, CheckedOnboarding } from './model/onboarding-parts.ts';

const MERCHANTS_AT_ONCE = 100;
const MOST_PATHS = 50;

interface Taken {
  readonly known: Pick<Known, 'merchants' | 'openAmendments'>;
  readonly newChains: readonly unknown[];
  readonly amended: ReadonlyMap<CheckedMerchant, AppliedAmendment>;
  readonly held: ReadonlyMap<CheckedMerchant, HeldAmendment>;
}

/** Audits an accepted request: its boardings, split over several rows, and one row for each amendment. */
export function auditOnboarding(
  { audit }: OperationContext,
  log: string,
  requestId: string,
  { merchants, merchantCount }: CheckedOnboarding,
  taken: Taken,
): void {
  const { known, newChains, amended, held } = taken;
  const boardings = merchants.filter((merchant) => !amended.has(merchant) && !held.has(merchant));
  const amendments = merchantCount - boardings.length;
  const counts = { boardings: boardings.length, amendments, chains: newChains.length };
  for (let from = 0; from === 0 || from < boardings.length; from += MERCHANTS_AT_ONCE) {
    const ids = boardings.slice(from, from + MERCHANTS_AT_ONCE).map(({ merchantId }) => merchantId);
    const before = ids.map((merchantId) => ({ merchantId, status: known.merchants.get(merchantId)?.status ?? null }));
    const after = ids.map((merchantId) => ({ merchantId, status: 'RECEIVED' }));
    const change = { before: { merchants: before }, after: { merchants: after } };
    audit(log, `onboarding:${requestId}`, 'received', counts, ids.length === 0 ? undefined : change);
  }
  auditAmended(audit, log, requestId, taken);
  for (const { merchant, types, status, hits } of held.values()) {
    const details = { types, request: requestId, hits: hits?.map(({ check }) => check) ?? null };
    const change = { before: { amendment: null }, after: { amendment: status } };
    audit(log, `merchant:${merchant.merchantId}`, 'amendment held', details, change);
  }
}

function auditAmended(
  audit: OperationContext['audit'],
  log: string,
  requestId: string,
  { known, amended }: Pick<Taken, 'known' | 'amended'>,
): void {
  for (const { types, row, changedPaths } of amended.values()) {
    const was = known.merchants.get(row.merchantId)!;
    const details = {
      types,
      version: row.version,
      request: requestId,
      // without the values, which can be personal data: they are stored with the version
      changed: changedPaths.slice(0, MOST_PATHS),
    };
    const open = row.state === 'CLOSED' ? known.openAmendments.get(row.merchantId) : undefined;
    const before = { version: was.version, merchantState: was.merchant_state, chainId: was.chain_id };
    const after = { version: row.version, merchantState: row.state, chainId: row.chainId };
    const subject = `merchant:${row.merchantId}`;
    audit(log, subject, 'amended', details, changeOf(before, after));
    if (open === undefined) continue;
    const ended = { types: open.types, applicationId: open.application_id, request: requestId };
    const change = { before: { amendment: open.status }, after: { amendment: 'REJECTED' } };
    audit(log, subject, 'amendment ended', ended, change);
  }
}
