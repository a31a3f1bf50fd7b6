import type { Finding } from '@cardwright/contract';
import { batchesOf } from '../../platform/kernel/concurrency/pauses.ts';
import { utf8Of } from '../../platform/kernel/text/utf8.ts';
import type { Tx } from '../../platform/storage/index.ts';
import type { OnboardingRules } from '../acquirers/onboarding-rules.ts';
import { IDS_AT_ONCE } from '../onboarding/find-existing-records.ts';
import { chainsOfRequest } from '../onboarding/model/chains-of-request.ts';
import type { ExistingRecords } from '../onboarding/model/existing-records.ts';
import { type CheckedChain, type CheckedMerchant, NOTHING } from '../onboarding/model/onboarding-parts.ts';
import { findChains } from '../records/merchant-chain-store.ts';
import { type ExistingMerchant, findMerchants } from '../records/merchant-store.ts';
import type { StoredHit } from '../records/stored-hit.ts';
import { applyAmendments } from './apply-amendments.ts';
import { finishAmendments, type HeldAmendmentRow } from './held-amendment-store.ts';
import type { AppliedAmendment } from './model/applied-amendment.ts';
import { writeAmendments } from './write-amendments.ts';

/** The result of applying held amendments to the merchants as they are now. */
export interface HeldAmendmentExamination {
  readonly applied: ReadonlyMap<CheckedMerchant, AppliedAmendment>;
  /** Returns undefined if the merchant no longer allows the amendment. Then there are findings. */
  appliedOf(row: HeldAmendmentRow): AppliedAmendment | undefined;
  findingsOf(row: HeldAmendmentRow): readonly Finding[];
  /** Returns the record of the merchant's chain after the amendment, as JSON text. */
  chainRecordOf(applied: AppliedAmendment): string | null;
}

/**
 * Applies held amendments to the current records, which may have changed since the amendments were sent. Writes
 * nothing. The caller holds the acquirer's lock. With `asReleased`, merchants ON_HOLD count as released, so that they
 * can be screened as they would be after the amendment.
 */
export async function examineHeldAmendments(
  tx: Tx,
  acquirerId: string,
  rows: readonly HeldAmendmentRow[],
  rules: Pick<OnboardingRules, 'defaultPaymentMethods'>,
  { asReleased = false } = {},
): Promise<HeldAmendmentExamination> {
  const ids = rows.map(({ merchant_id }) => merchant_id);
  const merchants = new Map<string, ExistingMerchant>();
  for (const batch of batchesOf(ids, IDS_AT_ONCE)) {
    for (const row of await findMerchants(tx, acquirerId, batch)) merchants.set(row.merchant_id, row);
  }
  const chainIds = [...merchants.values(), ...rows].flatMap(({ chain_id }) => chain_id ?? []);
  const chainRows = await findChains(tx, acquirerId, [...new Set(chainIds)], []);
  const chains = new Map(chainRows.map((row) => [row.chain_id, row]));
  const existing: ExistingRecords = { merchants, terminals: new Map(), chains };
  const submittedOf = new Map(
    rows.map((row) => {
      const isReleased = asReleased && merchants.get(row.merchant_id)?.merchant_state === 'ON_HOLD';
      return [row, toCheckedMerchant(row, isReleased)];
    }),
  );
  const chainOf = new Map(rows.map((row) => [row.merchant_id, row.chain_id]));
  const linking = {
    ...chainsOfRequest([], existing, []),
    chainOf: ({ merchantId }: CheckedMerchant) => toChainReference(chainOf.get(merchantId) ?? null),
  };
  const amendmentContext = { existing, chains: linking, rules };
  const { applied, findings } = await applyAmendments(tx, acquirerId, [...submittedOf.values()], amendmentContext);
  return {
    applied,
    appliedOf: (row) => of(applied, submittedOf.get(row)),
    findingsOf: (row) => of(findings, submittedOf.get(row)) ?? [],
    chainRecordOf: ({ row }) => (row.chainId === null ? null : (chains.get(row.chainId)?.record ?? null)),
  };
}

function of<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key | undefined): Value | undefined {
  return key === undefined ? undefined : map.get(key);
}

/** Returns the amendment in the form in which it was checked when it was sent. */
function toCheckedMerchant(
  { merchant_id, types, amendment, short_fields }: HeldAmendmentRow,
  isReleased: boolean,
): CheckedMerchant {
  const nothing = {
    merchantName: '',
    legalName: '',
    mcc: '',
    trn: '',
    debitAccount: '',
    creditAccount: '',
    kyc: false,
  };
  return {
    application: 0,
    path: merchant_id,
    kind: 'AMENDMENT',
    types: isReleased ? ['RELEASE', ...types] : types,
    merchantId: merchant_id,
    record: utf8Of(amendment),
    resolved: NOTHING,
    facts: nothing,
    words: '',
    terminals: [],
    warnings: [],
    shortFields: short_fields,
  };
}

function toChainReference(chainId: string | null): CheckedChain | undefined {
  if (chainId === null) return undefined;
  const place = { application: 0, path: 'chain', record: '{}', organizationName: undefined };
  return { ...place, chainId, alreadyExist: true, isReference: true };
}

/** Turns held amendments into versions. A version names the client that sent its amendment, and the request. */
export async function applyHeldAmendments(
  tx: Tx,
  { acquirerId, at, approver }: { acquirerId: string; at: Date; approver: string | null },
  examined: readonly { row: HeldAmendmentRow; applied: AppliedAmendment; hits: readonly StoredHit[] | null }[],
): Promise<void> {
  const requests = new Map<string, { requestId: string; actor: string; amended: AppliedAmendment[] }>();
  for (const { row, applied } of examined) {
    const { request_id: requestId, submitted_by: actor } = row;
    const key = JSON.stringify([requestId, actor]);
    const request = requests.get(key) ?? { requestId, actor, amended: [] };
    requests.set(key, request);
    request.amended.push(applied);
  }
  for (const request of requests.values()) await writeAmendments(tx, { acquirerId, at, ...request });
  const finished = examined.map(({ row, applied, hits }) => ({
    applicationId: row.application_id,
    merchantId: row.merchant_id,
    version: applied.row.version,
    hits,
  }));
  if (finished.length > 0) await finishAmendments(tx, acquirerId, { at, approver }, finished);
}
