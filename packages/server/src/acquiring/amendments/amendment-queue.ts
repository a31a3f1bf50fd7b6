import { firstCharacters } from '@cardwright/contract';
import { acquirerLog } from '../../platform/audit/index.ts';
import type { WorkContext } from '../../platform/operation/index.ts';
import type { EnqueueAll } from '../../platform/outbox/index.ts';
import type { Acquirer } from '../acquirers/acquirer-directory.ts';
import { countEvents } from '../records/merchant-event-store.ts';
import { recordMoves } from '../records/move-merchants.ts';
import type { StoredHit } from '../records/stored-hit.ts';
import type { ScreeningOutcome } from '../screening/screen.ts';
import { SCREENING_ACTOR, type ScreeningQueue } from '../screening/screening-queue.ts';
import { nextAttemptAt } from '../screening/screening-schedule.ts';
import {
  type AmendmentScreeningResult,
  claimHeldAmendments,
  findAcquirersOfAmendments,
  findLeasedAmendments,
  settleAmendmentScreening,
} from './amendment-claim-store.ts';
import { applyHeldAmendments, examineHeldAmendments, type HeldAmendmentExamination } from './apply-held-amendments.ts';
import type { HeldAmendmentRow } from './held-amendment-store.ts';
import type { AppliedAmendment } from './model/applied-amendment.ts';
import { hitsOfAmendment, needsReview, toScreenedMerchant } from './model/screened-amendment.ts';

const PROBLEM_LENGTH = 300;

interface Deps {
  readonly enqueueAll: EnqueueAll;
  /** Sandbox only: amendments without hits apply without an approval. */
  readonly autoApproves: boolean;
}

/**
 * Returns the queue of amendments that were not screened before their answer. After the screening, they apply or wait
 * for an approval (docs/interface/merchant-amendments.md#screening).
 */
export function amendmentQueue(deps: Deps): ScreeningQueue {
  return {
    findAcquirersDue: findAcquirersOfAmendments,
    async claim({ tx, now }, acquirer, claimant) {
      const { acquirerId, rules } = acquirer;
      const claimed = await claimHeldAmendments(tx, acquirerId, now, claimant);
      if (claimed.length === 0) return undefined;
      const { applied, chainRecordOf } = await examineHeldAmendments(tx, acquirerId, claimed, rules, {
        asReleased: true,
      });
      return {
        merchants: [...applied.values()].map((each) => toScreenedMerchant(each, chainRecordOf(each))),
        async settle(context, outcomes) {
          const leased = await findLeasedAmendments(context.tx, acquirerId, claimant.server, claimed);
          const ours = claimed.filter(({ merchant_id }) => leased.has(merchant_id));
          if (ours.length > 0) await settle(deps, context, acquirer, ours, outcomes);
        },
      };
    },
  };
}

interface PassedAmendment {
  readonly row: HeldAmendmentRow;
  readonly applied: AppliedAmendment;
  readonly hits: readonly StoredHit[];
}

async function settle(
  deps: Deps,
  context: WorkContext,
  acquirer: Acquirer,
  rows: readonly HeldAmendmentRow[],
  outcomes: readonly ScreeningOutcome[],
): Promise<void> {
  const { tx, now: at } = context;
  const { acquirerId, rules } = acquirer;
  // The merchants may have changed since they were claimed.
  const examined = await examineHeldAmendments(tx, acquirerId, rows, rules, { asReleased: true });
  const byId = new Map(outcomes.map((outcome) => [outcome.merchantId, outcome]));
  const toApply: PassedAmendment[] = [];
  const results: AmendmentScreeningResult[] = [];
  for (const row of rows) {
    const came = settleOne(deps, acquirer, { row, examined, outcome: byId.get(row.merchant_id) }, at);
    if ('applied' in came) toApply.push(came);
    else results.push(came);
  }
  await applyHeldAmendments(tx, { acquirerId, at, approver: null }, toApply);
  if (results.length > 0) await settleAmendmentScreening(tx, acquirerId, at, results);
  await publishMoves(deps, context, acquirerId, [
    ...toApply.map(({ row, hits }) => ({ row, hits, to: 'BOARDED' })),
    ...results.filter(({ status: to }) => to !== 'SCREENING').map(({ row, hits, status: to }) => ({ row, hits, to })),
  ]);
}

function settleOne(
  { autoApproves }: Deps,
  { approvedAmendments, provider }: Acquirer,
  {
    row,
    examined,
    outcome,
  }: { row: HeldAmendmentRow; examined: HeldAmendmentExamination; outcome: ScreeningOutcome | undefined },
  at: Date,
): AmendmentScreeningResult | PassedAmendment {
  if (outcome !== undefined && 'problem' in outcome) {
    const nextAt = nextAttemptAt(at, row.screening_attempts, provider?.attempts ?? 1);
    return { row, status: 'SCREENING', hits: null, problem: outcome.problem, nextAt };
  }
  const waits = { row, status: 'PENDING_APPROVAL', nextAt: null } as const;
  const applied = examined.appliedOf(row);
  // The hits are null, because an amendment cannot be approved before it is screened.
  if (applied === undefined || outcome === undefined) {
    const why = examined.findingsOf(row)[0]?.message ?? 'did not allow the amendment when it was to be screened';
    return { ...waits, hits: null, problem: firstCharacters(`${row.merchant_id} ${why}`, PROBLEM_LENGTH) };
  }
  const hits = hitsOfAmendment(applied, outcome.hits, row.earlier_hits ?? [], at);
  const isOnHold = applied.movedFrom !== undefined;
  const exempt = autoApproves ? [] : approvedAmendments;
  if (isOnHold || needsReview(row.types, hits, exempt)) return { ...waits, hits, problem: null };
  return { row, applied, hits };
}

async function publishMoves(
  deps: Pick<Deps, 'enqueueAll'>,
  { tx, now: at, requestId, audit }: WorkContext,
  acquirerId: string,
  ended: readonly { row: HeldAmendmentRow; hits: readonly StoredHit[] | null; to: string }[],
): Promise<void> {
  if (ended.length === 0) return;
  const sequences = await countEvents(
    tx,
    acquirerId,
    ended.map(({ row }) => row.merchant_id),
  );
  const moves = ended.map(({ row, to }) => ({
    merchantId: row.merchant_id,
    onboardingRequestId: row.request_id,
    sequence: sequences.get(row.merchant_id)!,
    from: 'SCREENING',
    to,
    amendments: row.types,
  }));
  await recordMoves(tx, deps, { acquirerId, at, actor: SCREENING_ACTOR, requestId }, moves);
  for (const { row, hits, to } of ended) {
    const details = { types: row.types, request: row.request_id, hits: hits?.map(({ check }) => check) ?? null };
    const change = { before: { amendment: 'SCREENING' }, after: { amendment: to } };
    audit(acquirerLog(acquirerId), `merchant:${row.merchant_id}`, 'amendment screened', details, change);
  }
}
