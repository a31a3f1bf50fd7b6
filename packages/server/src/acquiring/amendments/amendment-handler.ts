import type { Finding } from '@cardwright/contract';
import { batchesOf } from '../../platform/kernel/concurrency/pauses.ts';
import type { Tx } from '../../platform/storage/index.ts';
import { findTerminalConflicts } from '../onboarding/find-conflicts.ts';
import { IDS_AT_ONCE } from '../onboarding/find-existing-records.ts';
import { merchantPathsOf } from '../onboarding/finding-order.ts';
import type { ExistingRecords } from '../onboarding/model/existing-records.ts';
import type { CheckedMerchant } from '../onboarding/model/onboarding-parts.ts';
import type { AmendmentHandler, ExaminedAmendments, RequestOnRecord } from '../onboarding/request-amendments.ts';
import { findOpenAmendments, type OpenAmendment } from '../records/open-amendment-store.ts';
import { acceptAmendments } from './accept-amendments.ts';
import { applyAmendments } from './apply-amendments.ts';
import { findOpenAmendment } from './find-open-amendment.ts';
import { findUnlinkedChains } from './find-unlinked-chains.ts';
import { holdAmendments } from './hold-amendments.ts';
import { findStateFault } from './model/amend-merchant.ts';
import { type AmendmentScreening, prepareScreening } from './screen-amendments.ts';

export function createAmendmentHandler(screening: AmendmentScreening): AmendmentHandler {
  return {
    prepare: (tx) => prepareScreening(tx, screening),
    examine: (tx, request) => examineAmendments(tx, screening, request),
  };
}

/** Applies a request's amendments to the boarded records and collects the findings against them. Writes nothing. */
async function examineAmendments(
  tx: Tx,
  screening: AmendmentScreening,
  request: RequestOnRecord,
): Promise<ExaminedAmendments> {
  const { acquirerId, checked, existing, chains } = request;
  const openAmendments = await lookUpOpenAmendments(tx, request);
  const { applied, findings } = await applyAmendments(tx, acquirerId, applicable(request), request);
  const isTried = (merchant: CheckedMerchant) => applied.has(merchant) || findings.has(merchant);
  return {
    chainFindings: findUnlinkedChains(checked, existing, chains),
    findingsOf: (merchant) => [
      ...findStatusConflict(merchant, existing),
      ...findTerminalConflicts(merchant, existing),
      ...(findings.get(merchant) ?? []),
      ...(isTried(merchant) ? [] : findStateConflict(merchant, existing)),
      ...findOpenAmendment(merchant, applied.get(merchant), openAmendments),
    ],
    accept: async (acceptTx, at) =>
      acceptAmendments(request, openAmendments, await holdAmendments(acceptTx, screening, applied, request, at)),
  };
}

async function lookUpOpenAmendments(
  tx: Tx,
  { acquirerId, checked }: RequestOnRecord,
): Promise<ReadonlyMap<string, OpenAmendment>> {
  const amendments = checked.merchants.filter(({ kind, merchantId }) => kind === 'AMENDMENT' && merchantId !== '');
  const ids = [...new Set(amendments.map(({ merchantId }) => merchantId))];
  const open = new Map<string, OpenAmendment>();
  for (const batch of batchesOf(ids, IDS_AT_ONCE)) {
    for (const row of await findOpenAmendments(tx, acquirerId, batch)) open.set(row.merchant_id, row);
  }
  return open;
}

/** Returns the amendments that can be applied: the merchant is boarded, and the amendment has no finding so far. */
function applicable({ checked: { merchants, findings, omittedCount }, existing }: RequestOnRecord): CheckedMerchant[] {
  if (omittedCount > 0) return [];
  const broken = merchantPathsOf(findings);
  return merchants.filter(
    ({ kind, merchantId, path }) =>
      kind === 'AMENDMENT' && !broken.has(path) && existing.merchants.get(merchantId)?.status === 'BOARDED',
  );
}

function findStatusConflict({ merchantId, path }: CheckedMerchant, existing: ExistingRecords): Finding[] {
  if (merchantId === '') return [];
  const status = existing.merchants.get(merchantId)?.status;
  const at = `${path}.merchantId`;
  if (status === 'BOARDED') return [];
  if (status === undefined) {
    const action = `correct ${at}, or board the merchant first`;
    return [{ path: at, error: 'merchant_not_found', message: 'is not a known merchant', action }];
  }
  const message = `is ${status}: only a boarded merchant can be amended`;
  return [{ path: at, error: 'state_forbids', message, action: `amend ${path} once it is boarded` }];
}

/** Checks the merchant's state for an amendment that was not applied because of other findings. */
function findStateConflict(merchant: CheckedMerchant, { merchants }: ExistingRecords): Finding[] {
  const state = merchants.get(merchant.merchantId)?.merchant_state;
  return state === undefined || state === null ? [] : findStateFault(state, merchant);
}
