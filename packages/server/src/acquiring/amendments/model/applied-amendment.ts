import { type AmendmentType, type JsonObject, type MerchantState, writeJson } from '@cardwright/contract';
import type { CheckedMerchant } from '../../onboarding/model/onboarding-parts.ts';
import type { AmendedMerchantRow, ExistingMerchant } from '../../records/merchant-store.ts';
import type { AmendedMerchant } from './amend-merchant.ts';
import { addsNames } from './submitted-names.ts';

/** An amendment as it is written, with its values as JSON texts. */
export interface AppliedAmendment {
  readonly merchant: CheckedMerchant;
  /** The types of the merchant's amendment that apply. */
  readonly types: readonly AmendmentType[];
  readonly row: AmendedMerchantRow;
  readonly changes: string;
  readonly changeCount: number;
  /** The first changes, which are shown with the version, as JSON text. */
  readonly firstChanges: string;
  /** Paths of the changed fields of the record, without their values. */
  readonly changedPaths: readonly string[];
  /** Whether the amendment changes anything. If not, it makes no version, and only its submission is stored. */
  readonly isChange: boolean;
  /** Whether a new list of schemes or services adds a name or category that the merchant did not have before. */
  readonly addsNames: boolean;
  /** The state before the amendment, if the amendment changes it. */
  readonly movedFrom: MerchantState | undefined;
}

const NAMING: readonly AmendmentType[] = ['ACCEPTED_CARDS', 'SERVICES'];

/** The limits of the contract for the changes that a version shows. */
const MAX_FIRST_CHANGES = { count: 20, characters: 4_096 };

function firstOf(changes: readonly string[]): string[] {
  let characters = 0;
  return changes.slice(0, MAX_FIRST_CHANGES.count).filter((change) => {
    characters += change.length;
    return characters <= MAX_FIRST_CHANGES.characters;
  });
}

export function toAppliedAmendment(
  merchant: CheckedMerchant,
  before: ExistingMerchant & { readonly content: JsonObject },
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
    types: merchant.types,
    row,
    changes: `[${changes.join(',')}]`,
    changeCount: changes.length,
    firstChanges: `[${firstOf(changes).join(',')}]`,
    changedPaths,
    isChange,
    addsNames: merchant.types.some((type) => NAMING.includes(type)) && addsNames(before.content, record),
    movedFrom: isMoved ? before.merchant_state! : undefined,
  };
}
