import { changeOf } from '../../audit/index.ts';
import type { OperationContext } from '../../operation/index.ts';
import type { KnownMerchant } from '../records/merchant-store.ts';
import type { AppliedAmendment } from './apply-amendments.ts';
import type { CheckedMerchant, CheckedOnboarding } from './onboarding-parts.ts';

const MERCHANTS_AT_ONCE = 100;
const MOST_PATHS = 50;

/** Audits an accepted request: its boardings, split over several rows, and one row for each amendment. */
export function auditOnboarding(
  { audit }: OperationContext,
  log: string,
  requestId: string,
  { merchants, merchantCount }: CheckedOnboarding,
  taken: {
    readonly known: { readonly merchants: ReadonlyMap<string, KnownMerchant> };
    readonly newChains: readonly unknown[];
    readonly amended: ReadonlyMap<CheckedMerchant, AppliedAmendment>;
  },
): void {
  const { known, newChains, amended } = taken;
  const counts = { boardings: merchantCount - amended.size, amendments: amended.size, chains: newChains.length };
  const boardings = merchants.filter((merchant) => !amended.has(merchant));
  for (let from = 0; from === 0 || from < boardings.length; from += MERCHANTS_AT_ONCE) {
    const ids = boardings.slice(from, from + MERCHANTS_AT_ONCE).map(({ merchantId }) => merchantId);
    const before = ids.map((merchantId) => ({ merchantId, status: known.merchants.get(merchantId)?.status ?? null }));
    const after = ids.map((merchantId) => ({ merchantId, status: 'RECEIVED' }));
    const change = { before: { merchants: before }, after: { merchants: after } };
    audit(log, `onboarding:${requestId}`, 'received', counts, ids.length === 0 ? undefined : change);
  }
  for (const { merchant, row, changedPaths } of amended.values()) {
    const was = known.merchants.get(row.merchantId)!;
    const details = {
      types: merchant.types,
      version: row.version,
      request: requestId,
      // without the values, which can be personal data: they are stored with the version
      changed: changedPaths.slice(0, MOST_PATHS),
    };
    const before = { version: was.version, merchantState: was.merchant_state, chainId: was.chain_id };
    const after = { version: row.version, merchantState: row.state, chainId: row.chainId };
    audit(log, `merchant:${row.merchantId}`, 'amended', details, changeOf(before, after));
  }
}
