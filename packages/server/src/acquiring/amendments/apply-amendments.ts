import { explainMissing, type Finding, type JsonObject, MerchantAmendment } from '@cardwright/contract';
import { batchesOf, createPauses } from '../../platform/kernel/concurrency/pauses.ts';
import { requireValue } from '../../platform/kernel/required.ts';
import { readStoredJson } from '../../platform/kernel/stored-json.ts';
import { textOf } from '../../platform/kernel/text/utf8.ts';
import type { Tx } from '../../platform/storage/index.ts';
import type { OnboardingRules } from '../acquirers/onboarding-rules.ts';
import type { ChainsOfRequest } from '../onboarding/model/chains-of-request.ts';
import type { ExistingRecords } from '../onboarding/model/existing-records.ts';
import type { CheckedMerchant } from '../onboarding/model/onboarding-parts.ts';
import { resolveMerchant } from '../onboarding/model/resolve-merchant.ts';
import { type ExistingMerchant, readRecords } from '../records/merchant-store.ts';
import { findRecordTooLarge } from '../records/record-size.ts';
import { amendMerchant } from './model/amend-merchant.ts';
import { type AppliedAmendment, toAppliedAmendment } from './model/applied-amendment.ts';

export interface AppliedAmendments {
  readonly applied: ReadonlyMap<CheckedMerchant, AppliedAmendment>;
  readonly findings: ReadonlyMap<CheckedMerchant, readonly Finding[]>;
}

/** The size of a batch in which records are read and written. A record has about 10 kB. */
const RECORDS_AT_ONCE = { rows: 25, characters: 128_000 };

/** Applies amendments to the boarded records, in batches. Writes nothing. */
export async function applyAmendments(
  tx: Tx,
  acquirerId: string,
  amendments: readonly CheckedMerchant[],
  context: {
    existing: ExistingRecords;
    chains: ChainsOfRequest;
    rules: Pick<OnboardingRules, 'defaultPaymentMethods'>;
  },
): Promise<AppliedAmendments> {
  const applied = new Map<CheckedMerchant, AppliedAmendment>();
  const findings = new Map<CheckedMerchant, readonly Finding[]>();
  const throttle = createPauses(1);
  for (const batch of batchesOf(amendments, RECORDS_AT_ONCE, ({ record }) => record.length)) {
    const ids = batch.map(({ merchantId }) => merchantId);
    const records = new Map((await readRecords(tx, acquirerId, ids)).map((row) => [row.merchant_id, row.record]));
    for (const merchant of batch) {
      const before = requireValue(context.existing.merchants.get(merchant.merchantId), 'a merchant that is amended');
      const boarded = requireValue(records.get(merchant.merchantId), 'the record of a merchant that is amended');
      const record = readStoredJson(boarded);
      const result = amend(merchant, before, record, context.chains);
      if (!result.ok) findings.set(merchant, explainMissing(MerchantAmendment, merchant.path, result.findings ?? []));
      else {
        const resolved = resolveMerchant(
          result.value.record,
          context.chains.namesOf(result.value.chainId),
          context.rules,
        );
        const appliedAmendment = toAppliedAmendment(merchant, { ...before, content: record }, result.value, resolved);
        const tooLarge = findRecordTooLarge(
          Buffer.byteLength(appliedAmendment.row.record),
          merchant.path,
          Buffer.byteLength(boarded),
        );
        if (tooLarge.length > 0) findings.set(merchant, tooLarge);
        else applied.set(merchant, appliedAmendment);
      }
      await throttle();
    }
  }
  return { applied, findings };
}

function amend(merchant: CheckedMerchant, before: ExistingMerchant, record: JsonObject, chains: ChainsOfRequest) {
  const { path, types } = merchant;
  return amendMerchant(
    { record, state: before.merchant_state!, chainId: before.chain_id },
    {
      path,
      types,
      value: readStoredJson(textOf(merchant.record)),
      shortFields: new Set(merchant.shortFields),
      chainId: chains.chainOf(merchant)?.chainId,
    },
  );
}
