import type { JsonValue, LimitLevel, LimitMeasure, LimitOf, LimitSpan, ProgramLimit } from '@cardwright/contract';
import { conditionToSend, formatCondition, parseCondition } from '../condition/condition-text.ts';
import type { TypedFault } from '../page/findings.tsx';

/** The seconds of each unit, longest first. */
const LIMIT_UNITS = { day: 86_400, hour: 3_600, minute: 60, second: 1 } as const;
export type LimitUnit = keyof typeof LIMIT_UNITS;
const UNITS = Object.keys(LIMIT_UNITS) as LimitUnit[];

/** A limit in the form. */
export interface LimitDraft {
  readonly id: string;
  /** The card whose messages it counts. Empty for the account with all its cards. */
  readonly exid: string;
  /** The token of the card whose messages it counts. Empty for none. */
  readonly token: string;
  /** The measure that it counts. A lock counts nothing, and restricts a card to one merchant. */
  readonly measure: LimitMeasure | 'lock';
  readonly of: LimitOf;
  readonly span: LimitSpan | 'sliding';
  /** The length of a sliding window, as a number of units. */
  readonly last: string;
  readonly unit: LimitUnit;
  readonly max: string;
  /** The merchant of a lock. Empty for the first merchant that the card pays. */
  readonly merchant: string;
  /** A condition as JSON. Empty for none. */
  readonly where: string;
}

/** The terms of a limit without its owner, as in a request. Absent members have their default values. */
export type LimitTerms = Omit<ProgramLimit, 'level'>;

/** Whether all accounts of the bank or of a product share the limit. */
export function isShared(level: LimitLevel): boolean {
  return level === 'bank' || level === 'program';
}

export function newLimitDraft(exid = ''): LimitDraft {
  const counted = { measure: 'amount', of: 'approvals', span: 'day', last: '1', unit: 'hour', max: '' } as const;
  return { id: '', exid, token: '', ...counted, merchant: '', where: '' };
}

export function limitDraftOf(limit: LimitTerms, exid: string | null, token = ''): LimitDraft {
  const { lockMerchant, where } = limit;
  const { calendar, sliding } = limit.window ?? {};
  const typed = { ...newLimitDraft(exid ?? ''), token, id: limit.id, of: limit.of ?? 'approvals' };
  const conditionText = where === undefined ? '' : formatCondition(where as JsonValue);
  if (lockMerchant !== undefined) {
    return { ...typed, measure: 'lock', merchant: lockMerchant === 'first' ? '' : lockMerchant, where: conditionText };
  }
  const over = sliding === undefined ? { span: calendar ?? 'day' } : { span: 'sliding' as const, ...inUnits(sliding) };
  return { ...typed, ...over, measure: limit.measure ?? 'amount', max: limit.max ?? '', where: conditionText };
}

/** Converts seconds to the longest unit that gives a whole number. */
export function inUnits(seconds: number): { readonly last: string; readonly unit: LimitUnit } {
  const unit = UNITS.find((one) => seconds % LIMIT_UNITS[one] === 0) ?? 'second';
  return { last: String(seconds / LIMIT_UNITS[unit]), unit };
}

/** The requested terms of a limit, without its owner. `fault` is set if the limit cannot be sent at all. */
export type EvaluatedLimit =
  | { readonly terms: object; readonly fault?: undefined }
  | { readonly fault: Pick<TypedFault, 'path'>; readonly terms?: undefined };

export function accountLimitOfDraft(draft: LimitDraft): EvaluatedLimit {
  const read = draft.where === '' ? undefined : parseCondition(draft.where);
  if (read?.isJson === false) return { fault: { path: 'where' } };
  const condition = read === undefined ? {} : { where: conditionToSend(read.value) };
  const { id, measure, of, max, merchant } = draft;
  if (measure === 'lock') return { terms: { id, lockMerchant: merchant === '' ? 'first' : merchant, ...condition } };
  return { terms: { id, measure, of, window: windowOf(draft), max, ...condition } };
}

/** Whether only the maximum differs, so that the limit keeps counting. */
export function continuesCounting(before: LimitDraft, after: LimitDraft): boolean {
  const same = (one: LimitDraft) => JSON.stringify(accountLimitOfDraft({ ...one, max: '' }));
  return same(before) === same(after);
}

function windowOf({ span, last, unit }: LimitDraft): object {
  if (span !== 'sliding') return { calendar: span };
  // Text that is not a number is sent as typed, so that the server reports the fault at its path.
  return { sliding: /^\d+$/.test(last) ? Number(last) * LIMIT_UNITS[unit] : last };
}
