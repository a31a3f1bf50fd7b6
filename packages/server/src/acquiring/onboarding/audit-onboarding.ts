import type { OperationContext } from '../../platform/operation/index.ts';
import type { RequestOnRecord } from './request-amendments.ts';

const MERCHANTS_AT_ONCE = 100;

/** Audits an accepted request: its counts, and its boardings in several rows. */
export function auditOnboarding(
  audit: OperationContext['audit'],
  log: string,
  requestId: string,
  { checked, existing, newChains }: RequestOnRecord,
): void {
  const boardings = checked.merchants.filter(({ kind }) => kind === 'BOARDING');
  const amendments = checked.merchantCount - boardings.length;
  const counts = { boardings: boardings.length, amendments, chains: newChains.length };
  for (let from = 0; from === 0 || from < boardings.length; from += MERCHANTS_AT_ONCE) {
    const ids = boardings.slice(from, from + MERCHANTS_AT_ONCE).map(({ merchantId }) => merchantId);
    const before = ids.map((merchantId) => ({
      merchantId,
      status: existing.merchants.get(merchantId)?.status ?? null,
    }));
    const after = ids.map((merchantId) => ({ merchantId, status: 'RECEIVED' }));
    const change = { before: { merchants: before }, after: { merchants: after } };
    audit(log, `onboarding:${requestId}`, 'received', counts, ids.length === 0 ? undefined : change);
  }
}
