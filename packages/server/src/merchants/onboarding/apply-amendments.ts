import {
  explainMissing,
  type Finding,
  type JsonObject,
  MerchantAmendment,
  type MerchantState,
  writeJson,
} from '@cardwright/contract';
import { batchesOf, createPaces } from '../../kernel/paces.ts';
import { required } from '../../kernel/required.ts';
import { readStoredJson } from '../../kernel/stored-json.ts';
import type { Tx } from '../../storage/index.ts';
import type { OnboardingRules } from '../acquirers/onboarding-rules.ts';
import { type AmendedRow, type KnownMerchant, readRecords } from '../records/merchant-store.ts';
import { findRecordTooLarge } from '../records/record-size.ts';
import { type AmendedMerchant, amendMerchant } from './amend-merchant.ts';
import type { ChainsOfRequest } from './chains-of-request.ts';
import type { Known } from './known-records.ts';
import type { CheckedMerchant } from './onboarding-parts.ts';
import { resolveMerchant } from './resolve-merchant.ts';

/** An amendment in the form in which it is written: JSON texts. */
export interface AppliedAmendment {
  readonly merchant: CheckedMerchant;
  readonly row: AmendedRow;
  readonly changes: string;
  readonly changeCount: number;
  /** Those that are shown with the version, as a JSON text. */
  readonly firstChanges: string;
  /** Which fields of the record it changed, without their values. */
  readonly changedPaths: readonly string[];
  /** Whether it changes anything. If not, it makes no version, and nothing of it is written but that it was sent. */
  readonly isChange: boolean;
  /** The state before, if the amendment changed it. */
  readonly movedFrom: MerchantState | undefined;
}

export interface AppliedAmendments {
  readonly applied: ReadonlyMap<CheckedMerchant, AppliedAmendment>;
  readonly findings: ReadonlyMap<CheckedMerchant, readonly Finding[]>;
}

/** A record has about 10 kB. Records are read and written in batches of this size. */
const RECORDS_AT_ONCE = { rows: 25, characters: 128_000 };

/** Applies amendments to the boarded records, in batches. Writes nothing. */
export async function applyAmendments(
  tx: Tx,
  acquirerId: string,
  amendments: readonly CheckedMerchant[],
  given: { known: Known; chains: ChainsOfRequest; rules: Pick<OnboardingRules, 'defaultPaymentMethods'> },
): Promise<AppliedAmendments> {
  const applied = new Map<CheckedMerchant, AppliedAmendment>();
  const findings = new Map<CheckedMerchant, readonly Finding[]>();
  const pace = createPaces(1);
  for (const batch of batchesOf(amendments, RECORDS_AT_ONCE, ({ record }) => record.length)) {
    const ids = batch.map(({ merchantId }) => merchantId);
    const records = new Map((await readRecords(tx, acquirerId, ids)).map((row) => [row.merchant_id, row.record]));
    for (const merchant of batch) {
      const before = required(given.known.merchants.get(merchant.merchantId), 'a merchant that is amended');
      const result = amend(
        merchant,
        before,
        readStoredJson(required(records.get(merchant.merchantId), 'the record of a merchant that is amended')),
        given.chains,
      );
      if (!result.ok) findings.set(merchant, explainMissing(MerchantAmendment, merchant.path, result.findings ?? []));
      else {
        const resolved = resolveMerchant(result.value.record, given.chains.namesOf(result.value.chainId), given.rules);
        const written = asWritten(merchant, before, result.value, resolved);
        const tooLarge = findRecordTooLarge(written.row.record, merchant.path);
        if (tooLarge.length > 0) findings.set(merchant, tooLarge);
        else applied.set(merchant, written);
      }
      await pace();
    }
  }
  return { applied, findings };
}

function amend(merchant: CheckedMerchant, before: KnownMerchant, record: JsonObject, chains: ChainsOfRequest) {
  const { path, types } = merchant;
  return amendMerchant(
    { record, state: before.merchant_state!, chainId: before.chain_id },
    {
      path,
      types,
      value: readStoredJson(merchant.record),
      shortFields: new Set(merchant.shortFields),
      chainId: chains.chainOf(merchant)?.chainId,
    },
  );
}

/** As the contract says it of the changes of a version. */
const MOST_FIRST_CHANGES = { count: 20, characters: 4_096 };

function firstOf(changes: readonly string[]): string[] {
  let characters = 0;
  return changes.slice(0, MOST_FIRST_CHANGES.count).filter((change) => {
    characters += change.length;
    return characters <= MOST_FIRST_CHANGES.characters;
  });
}

function asWritten(
  merchant: CheckedMerchant,
  before: KnownMerchant,
  amended: AmendedMerchant,
  resolved: JsonObject,
): AppliedAmendment {
  const { record, state, chainId } = amended;
  const isMoved = state !== before.merchant_state;
  const isChange = amended.changes.length > 0;
  const row = {
    merchantId: before.merchant_id,
    state,
    sequence: before.sequence + (isMoved ? 1 : 0),
    version: before.version + (isChange ? 1 : 0),
    record: writeJson(record),
    resolved: writeJson(resolved),
    chainId,
    merchantName: String(record.merchantName),
    legalName: String(record.legalName),
    mcc: String(record.mcc),
    debitAccount: String(record.debitAccountNumOrIban),
    creditAccount: String(record.creditAccountNumOrIban),
  };
  const changes = amended.changes.map((change) => writeJson({ ...change }));
  const changedPaths = amended.changes.map((change) => change.path);
  return {
    merchant,
    row,
    changes: `[${changes.join(',')}]`,
    changeCount: changes.length,
    firstChanges: `[${firstOf(changes).join(',')}]`,
    changedPaths,
    isChange,
    movedFrom: isMoved ? before.merchant_state! : undefined,
  };
}
