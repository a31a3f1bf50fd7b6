import { randomUUID } from 'node:crypto';
import { acquirerLog } from '../../platform/audit/index.ts';
import type { WorkContext } from '../../platform/operation/index.ts';
import type { EnqueueAll } from '../../platform/outbox/index.ts';
import type { Tx } from '../../platform/storage/index.ts';
import type { Acquirer } from '../acquirers/acquirer-directory.ts';
import { recordMoves } from '../records/move-merchants.ts';
import { mergeHits } from './merge-hits.ts';
import type { ScreeningOutcome } from './screen.ts';
import { screenedMerchantOf } from './screened-merchant.ts';
import { SCREENING_ACTOR, type ScreeningQueue } from './screening-queue.ts';
import { nextAttemptAt } from './screening-schedule.ts';
import {
  type ClaimedMerchant,
  claimToScreen,
  findAcquirersDue,
  passScreening,
  postponeScreening,
} from './screening-store.ts';

/** A merchant that passed the screening, in its current state. */
interface PassedMerchant {
  readonly row: ClaimedMerchant;
  readonly sequence: number;
  readonly hits: readonly { readonly check: string }[];
}

export type ApproveScreenedMerchants = (
  context: WorkContext,
  acquirerId: string,
  passed: readonly PassedMerchant[],
) => Promise<void>;

interface Deps {
  readonly enqueueAll: EnqueueAll;
  /** Sandbox only: reviews and approves merchants without hits at once, in the transaction of the screening. */
  readonly approve?: ApproveScreenedMerchants;
}

/** Returns the queue of received merchants, which wait for their screening and afterwards for a person. */
export function boardingQueue(deps: Deps): ScreeningQueue {
  return {
    findAcquirersDue,
    async claim({ tx, now, requestId }, acquirer, claimant) {
      const { acquirerId } = acquirer;
      const claimed = await claimToScreen(tx, acquirerId, now, claimant);
      if (claimed.length === 0) return undefined;
      const moves = claimed
        .filter(({ status }) => status === 'RECEIVED')
        .map((row) => moveOf(row, row.sequence, 'RECEIVED', 'SCREENING'));
      await recordMoves(tx, deps, { acquirerId, at: now, actor: SCREENING_ACTOR, requestId }, moves);
      return {
        merchants: claimed.map(screenedMerchantOf),
        settle: (context, outcomes) => settle(deps, context, { server: claimant.server, acquirer }, claimed, outcomes),
      };
    },
  };
}

function moveOf(
  { merchant_id: merchantId, onboarding_request_id: onboardingRequestId }: ClaimedMerchant,
  sequence: number,
  from: string,
  to: string,
) {
  return { merchantId, onboardingRequestId, sequence, from, to };
}

async function settle(
  deps: Deps,
  context: WorkContext,
  { server, acquirer }: { server: string; acquirer: Acquirer },
  claimed: readonly ClaimedMerchant[],
  outcomes: readonly ScreeningOutcome[],
): Promise<void> {
  const { tx, now: at, requestId } = context;
  const { acquirerId } = acquirer;
  const byId = new Map(outcomes.map((outcome) => [outcome.merchantId, outcome]));
  const passed = await pass(tx, { server, acquirerId, at }, claimed, byId);
  const moves = passed.map(({ row, sequence }) => moveOf(row, sequence, 'SCREENING', 'PENDING_APPROVAL'));
  await recordMoves(tx, deps, { acquirerId, at, actor: SCREENING_ACTOR, requestId }, moves);
  auditPassed(context, acquirerId, passed);
  await postpone(tx, { server, acquirer, at }, claimed, byId);
  await deps.approve?.(context, acquirerId, passed);
}

async function pass(
  tx: Tx,
  { server, acquirerId, at }: { server: string; acquirerId: string; at: Date },
  claimed: readonly ClaimedMerchant[],
  outcomes: ReadonlyMap<string, ScreeningOutcome>,
): Promise<PassedMerchant[]> {
  const results = claimed.flatMap((row) => {
    const outcome = outcomes.get(row.merchant_id);
    if (outcome === undefined || 'problem' in outcome) return [];
    const hits = mergeHits(outcome.hits, row.earlier_hits ?? [], { at, makeId: randomUUID });
    return [{ row, merchantId: row.merchant_id, attempt: row.screening_attempts, hits }];
  });
  if (results.length === 0) return [];
  const screened = await passScreening(tx, acquirerId, server, at, results);
  const sequences = new Map(screened.map(({ merchant_id, sequence }) => [merchant_id, sequence]));
  return results.flatMap(({ row, merchantId, hits }) => {
    const sequence = sequences.get(merchantId);
    return sequence === undefined ? [] : [{ row, sequence, hits }];
  });
}

async function postpone(
  tx: Tx,
  { server, acquirer, at }: { server: string; acquirer: Acquirer; at: Date },
  claimed: readonly ClaimedMerchant[],
  outcomes: ReadonlyMap<string, ScreeningOutcome>,
): Promise<void> {
  const postponed = claimed.flatMap(({ merchant_id: merchantId, screening_attempts: attempt }) => {
    const outcome = outcomes.get(merchantId);
    if (outcome === undefined || !('problem' in outcome)) return [];
    const nextAt = nextAttemptAt(at, attempt, acquirer.provider?.attempts ?? 1);
    return [{ merchantId, attempt, problem: outcome.problem, nextAt }];
  });
  if (postponed.length > 0) await postponeScreening(tx, acquirer.acquirerId, server, postponed);
}

function auditPassed({ audit }: WorkContext, acquirerId: string, passed: readonly PassedMerchant[]): void {
  if (passed.length === 0) return;
  const merchants = passed.map(({ row, hits }) => ({
    merchantId: row.merchant_id,
    hits: hits.map(({ check }) => check),
  }));
  const statuses = (status: string) => ({ merchants: merchants.map(({ merchantId }) => ({ merchantId, status })) });
  const change = { before: statuses('SCREENING'), after: statuses('PENDING_APPROVAL') };
  audit(acquirerLog(acquirerId), 'merchants', 'screened', { merchants }, change);
}
