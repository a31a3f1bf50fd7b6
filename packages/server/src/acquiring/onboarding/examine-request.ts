import { type onboardMerchants, withNearAction } from '@cardwright/contract';
import { createPauses } from '../../platform/kernel/concurrency/pauses.ts';
import { fail, ok, type Result } from '../../platform/kernel/result.ts';
import { collectFindings, errorToAnswer, MAX_REPORTED } from '../../platform/kernel/text/finding-list.ts';
import type { RestError } from '../../platform/operation/index.ts';
import type { Tx } from '../../platform/storage/index.ts';
import { findBoardingConflicts, findChainConflicts } from './find-conflicts.ts';
import { findExistingRecords } from './find-existing-records.ts';
import { sortByDocumentOrder } from './finding-order.ts';
import { chainsOfRequest } from './model/chains-of-request.ts';
import type { CheckedMerchant, CheckedOnboarding } from './model/onboarding-parts.ts';
import type { AmendmentHandler, ExaminedAmendments, RequestOnRecord } from './request-amendments.ts';

export type Refusal = RestError<typeof onboardMerchants>;

/** The result of examining a request that has no findings. */
export interface ExaminationResult {
  readonly request: RequestOnRecord;
  /** Undefined if the request only boards. */
  readonly amendments: ExaminedAmendments | undefined;
}

/** Collects all findings of a request: those of the request itself and those from stored records. */
export async function examine(
  tx: Tx,
  { acquirerId, checked, rules }: Pick<RequestOnRecord, 'acquirerId' | 'checked' | 'rules'>,
  amendmentHandler: AmendmentHandler,
  options: { lock: boolean },
): Promise<
  (Result<ExaminationResult, Refusal> & { ok: true }) | (Result<never, Refusal> & { ok: false; count: number })
> {
  const { merchants, findings: read, omittedCount } = checked;
  const existing = await findExistingRecords(tx, acquirerId, checked, options);
  const { findings: ofChains, toWrite: newChains } = findChainConflicts(checked, existing);
  const chains = chainsOfRequest(checked.chains, existing, newChains);
  const request = { acquirerId, checked, existing, chains, newChains, rules };
  const amendments = hasAmendments(checked) ? await amendmentHandler.examine(tx, request) : undefined;
  const collected = collectFindings();
  collected.add(ofChains);
  collected.add(amendments?.chainFindings ?? []);
  const findConflicts = (merchant: CheckedMerchant) =>
    merchant.kind === 'BOARDING' ? findBoardingConflicts(merchant, existing) : (amendments?.findingsOf(merchant) ?? []);
  const throttle = createPauses(1_000);
  for (const merchant of merchants) {
    collected.add(findConflicts(merchant));
    await throttle(1 + merchant.terminals.length);
  }
  const count = read.length + omittedCount + collected.count;
  if (count === 0) return ok({ request, amendments });
  const all = sortByDocumentOrder(read, collected.items);
  const reported = all.slice(0, MAX_REPORTED).map(withNearAction);
  const more = count - reported.length;
  const refusal = fail(errorToAnswer(all) as Refusal, {
    findings: reported,
    commitsWrites: true,
    ...(more > 0 && { extra: { more } }),
  });
  return { ...refusal, count };
}

export function hasAmendments({ merchants }: Pick<CheckedOnboarding, 'merchants'>): boolean {
  return merchants.some(({ kind }) => kind === 'AMENDMENT');
}
