import { randomUUID } from 'node:crypto';
import {
  type AmendmentType,
  findPathFault,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  Merchant,
  SCREENED_AMENDMENTS,
} from '@cardwright/contract';
import { readStoredJson } from '../../../platform/kernel/stored-json.ts';
import { unclearedHits } from '../../records/hit-decisions.ts';
import type { StoredHit } from '../../records/stored-hit.ts';
import { mergeHits } from '../../screening/merge-hits.ts';
import { type HitCandidate, IDENTITY, type ScreenedMerchant } from '../../screening/screen.ts';
import { screenedMerchantOf } from '../../screening/screened-merchant.ts';
import type { AppliedAmendment } from './applied-amendment.ts';

const STATE = 'merchantState';
const CHAIN = 'chain';

/** Whether an amendment changes the identity of the merchant or what it sells. */
export function requiresScreening({ types, changedPaths, addsNames }: AppliedAmendment): boolean {
  if (!changedPaths.some((path) => path !== STATE)) return false;
  return requireScreening(types) || (addsNames && !types.includes('CLOSURE'));
}

/** Whether the types alone require a screening. A closed merchant sells nothing, so CLOSURE requires none. */
export function requireScreening(types: readonly AmendmentType[]): boolean {
  const screened: readonly AmendmentType[] = SCREENED_AMENDMENTS;
  return !types.includes('CLOSURE') && types.some((type) => screened.includes(type));
}

/** Returns the merchant as the amendment would leave it. `chain` is the record of its chain as JSON text. */
export function toScreenedMerchant({ row }: AppliedAmendment, chain: string | null): ScreenedMerchant {
  const record = readStoredJson(row.record);
  return screenedMerchantOf({
    merchant_id: row.merchantId,
    merchant_name: row.merchantName,
    legal_name: row.legalName,
    mcc: row.mcc,
    trn: String(record.trn),
    debit_account: row.debitAccount,
    credit_account: row.creditAccount,
    identity: identityOf(record),
    schemes: memberOf(record.configurations, 'acceptedCardSchemes'),
    services: memberOf(readStoredJson(row.resolved), 'services'),
    sent_services: record.services ?? null,
    chain,
  });
}

function identityOf(record: JsonObject): JsonObject {
  return Object.fromEntries(IDENTITY.flatMap((name) => (record[name] === undefined ? [] : [[name, record[name]]])));
}

function memberOf(value: JsonValue | undefined, name: string): JsonValue | null {
  return isJsonObject(value) ? (value[name] ?? null) : null;
}

/**
 * Returns the hits that concern an amendment: those in a field that it changes, and those in no field of a merchant,
 * whatever path an outside provider gives. Earlier decisions about the same hit stay valid.
 */
export function hitsOfAmendment(
  { changedPaths }: Pick<AppliedAmendment, 'changedPaths'>,
  candidates: readonly HitCandidate[],
  earlier: readonly StoredHit[],
  at: Date,
): readonly StoredHit[] {
  const changedFields = new Set(changedPaths.map(fieldOf));
  const own = candidates.filter(({ path }) => path === undefined || !isField(path) || changedFields.has(fieldOf(path)));
  return mergeHits(own, earlier, { at, makeId: randomUUID });
}

/** Whether an amendment waits for an approval: it has an uncleared hit, or a type that the acquirer approves. */
export function needsReview(
  types: readonly AmendmentType[],
  hits: readonly StoredHit[],
  approvedAmendments: readonly AmendmentType[],
): boolean {
  return unclearedHits(hits).length > 0 || types.some((type) => approvedAmendments.includes(type));
}

/** Whether a path leads to a field of the merchant or of its chain, in the spelling of the tables. */
function isField(path: string): boolean {
  const field = fieldOf(path);
  return field === CHAIN || (Object.hasOwn(Merchant.properties, field) && findPathFault(path) === undefined);
}

function fieldOf(path: string): string {
  return /^[^.[]*/.exec(path)?.[0] ?? path;
}
