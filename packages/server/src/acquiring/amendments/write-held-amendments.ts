import { batchesOf } from '../../platform/kernel/concurrency/pauses.ts';
import { textOf } from '../../platform/kernel/text/utf8.ts';
import type { Tx } from '../../platform/storage/index.ts';
import { addsTerminals } from '../onboarding/find-conflicts.ts';
import type { CheckedMerchant } from '../onboarding/model/onboarding-parts.ts';
import { countEvents } from '../records/merchant-event-store.ts';
import type { MerchantMove } from '../records/merchant-move.ts';
import { notifyScreening } from '../records/notify-screening-store.ts';
import { endAmendments, findBoardedHits, insertHeldAmendments } from '../records/open-amendment-store.ts';
import type { HeldAmendment } from './hold-amendments.ts';

const RECORDS_AT_ONCE = { rows: 25, characters: 128_000 };
const CLOSED = 'The merchant was closed';

/** Stores held amendments and returns their changes of status. */
export async function writeHeldAmendments(
  tx: Tx,
  { acquirerId, requestId, at }: { acquirerId: string; requestId: string; at: Date },
  held: readonly HeldAmendment[],
  applicationIds: readonly string[],
): Promise<MerchantMove[]> {
  const moves: MerchantMove[] = [];
  for (const batch of batchesOf(held, RECORDS_AT_ONCE, ({ merchant }) => merchant.record.length)) {
    const toScreen = batch.filter(({ status }) => status === 'SCREENING').map(({ merchant }) => merchant.merchantId);
    const boarded = toScreen.length === 0 ? undefined : await findBoardedHits(tx, acquirerId, toScreen);
    const rows = batch.map(({ merchant, types, status, hits, chainId }) => ({
      applicationId: applicationIds[merchant.application]!,
      merchantId: merchant.merchantId,
      types,
      amendment: textOf(merchant.record),
      shortFields: merchant.shortFields,
      chainId,
      terminals: addsTerminals(merchant) ? merchant.terminals.map(({ terminalId }) => terminalId) : [],
      status,
      hits,
      earlierHits: boarded?.get(merchant.merchantId) ?? [],
      ...accountsOf(merchant),
    }));
    await insertHeldAmendments(tx, acquirerId, rows, at);
    const sequences = await countEvents(
      tx,
      acquirerId,
      rows.map(({ merchantId }) => merchantId),
    );
    for (const { merchantId, types: amendments, status: to } of rows) {
      const sequence = sequences.get(merchantId)!;
      moves.push({ merchantId, onboardingRequestId: requestId, sequence, from: null, to, amendments });
    }
  }
  if (held.some(({ status }) => status === 'SCREENING')) await notifyScreening(tx);
  return moves;
}

/** Returns the accounts that the amendment would give to the merchant. */
function accountsOf({ types, facts }: CheckedMerchant): { debitAccount: string | null; creditAccount: string | null } {
  const { debitAccount, creditAccount } = facts;
  if (!types.includes('ACCOUNT')) return { debitAccount: null, creditAccount: null };
  return { debitAccount: debitAccount || null, creditAccount: creditAccount || null };
}

/** Ends the open amendments of closed merchants, because a closed merchant cannot be amended. */
export async function endAmendmentsOfClosedMerchants(
  tx: Tx,
  { acquirerId, requestId, at }: { acquirerId: string; requestId: string; at: Date },
  open: ReadonlyMap<string, { readonly status: string }>,
  closed: readonly string[],
): Promise<MerchantMove[]> {
  const ending = closed.filter((id) => open.has(id));
  if (ending.length === 0) return [];
  const ended = await endAmendments(tx, acquirerId, ending, { at, reason: CLOSED });
  const sequences = await countEvents(tx, acquirerId, ending);
  return ended.map(({ merchant_id: merchantId, types: amendments }) => ({
    merchantId,
    onboardingRequestId: requestId,
    sequence: sequences.get(merchantId)!,
    from: open.get(merchantId)!.status,
    to: 'REJECTED',
    amendments,
    reason: CLOSED,
  }));
}
