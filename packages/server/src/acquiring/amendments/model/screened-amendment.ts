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
import { type FoundHit, IDENTITY, type ScreenedMerchant } from '../../screening/screen.ts';
import { toScreened } from '../../screening/screened-merchant.ts';
import type { AppliedAmendment } from './applied-amendment.ts';

const STATE = 'merchantState';
const CHAIN = 'chain';

/** Whether an amendment changes who the merchant is or what it sells. */
export function isScreened({ types, changedPaths, addsNames }: AppliedAmendment): boolean {
  if (!changedPaths.some((path) => path !== STATE)) return false;
  return areScreened(types) || (addsNames && !types.includes('CLOSURE'));
}

/** The same, as far as the types tell. A closed merchant sells nothing. */
export function areScreened(types: readonly AmendmentType[]): boolean {
  const screened: readonly AmendmentType[] = SCREENED_AMENDMENTS;
  return !types.includes('CLOSURE') && types.some((type) => screened.includes(type));
}

/** The merchant as the amendment would leave it. `chain` is the JSON text of its chain's record. */
export function toScreenedMerchant({ row }: AppliedAmendment, chain: string | null): ScreenedMerchant {
  const record = readStoredJson(row.record);
  return toScreened({
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
 * The hits that an amendment has to answer for: those in a field that it changes, and those in no field of a merchant, however
 * an outside provider names it. What was decided about the same hit before holds.
 */
export function hitsOfAmendment(
  { changedPaths }: Pick<AppliedAmendment, 'changedPaths'>,
  found: readonly FoundHit[],
  earlier: readonly StoredHit[],
  at: Date,
): readonly StoredHit[] {
  const changed = new Set(changedPaths.map(fieldOf));
  const own = found.filter(({ path }) => path === undefined || !isField(path) || changed.has(fieldOf(path)));
  return mergeHits(own, earlier, { at, makeId: randomUUID });
}

/** Hits that stand and types that the acquirer wants to see keep an amendment waiting for a person. */
export function needsReview(
  types: readonly AmendmentType[],
  hits: readonly StoredHit[],
  approvedAmendments: readonly AmendmentType[],
): boolean {
  return unclearedHits(hits).length > 0 || types.some((type) => approvedAmendments.includes(type));
}

/** Whether a path leads to a field in the spelling of the tables, of the merchant or of its chain. */
function isField(path: string): boolean {
  const field = fieldOf(path);
  return field === CHAIN || (Object.hasOwn(Merchant.properties, field) && findPathFault(path) === undefined);
}

function fieldOf(path: string): string {
  return /^[^.[]*/.exec(path)?.[0] ?? path;
}
