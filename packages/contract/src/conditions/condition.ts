import type { ConditionFieldName, ConditionOp } from './condition-fields.ts';

/** What is asked about a message: docs/interface/conditions.md. As it is written in JSON. */
export type Condition =
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] }
  | { readonly not: Condition }
  | ConditionTest;

/** One comparison. */
export interface ConditionTest {
  readonly field: ConditionFieldName;
  /** Of which limits, where the field is what is used of them. */
  readonly limit?: string;
  readonly op: ConditionOp;
  readonly value: ConditionValue;
}

export type ConditionValue = string | number | boolean | readonly (string | number)[];

/** Objects of a condition, all together. */
export const MOST_CONDITION_NODES = 100;

/** What a condition is asked about: everything that a field can be. */
export interface ConditionFacts {
  /** In ten-thousandths of the currency's unit, so that amounts of every currency compare. */
  readonly amount: bigint;
  readonly currency: string;
  readonly mcc: string;
  readonly merchantId: string;
  readonly terminalId: string;
  readonly acquirer: string;
  /** Undefined where the message does not say: then it is no country that a condition names. */
  readonly country: string | undefined;
  readonly isForeign: boolean;
  readonly channel: string;
  readonly localHour: number;
  readonly localWeekday: number;
  readonly cardAgeDays: number;
  readonly product: string;
  readonly cardRole: string;
  readonly firstAtMerchant: boolean;
  /** In ten-thousandths of the unit: the most that is used of one of them, 0 where there is none. */
  limitSum(limit: string): bigint;
  limitCount(limit: string): number;
}

/** What a condition asks that has to be found out beyond the message. */
export interface RequestedFigure {
  readonly field: 'firstAtMerchant' | 'limitSum' | 'limitCount';
  /** Of which limits. */
  readonly limit: string | undefined;
}

/** All comparisons of a condition, in its order. */
export function comparisonsOf(condition: Condition): ConditionTest[] {
  if ('all' in condition) return condition.all.flatMap(comparisonsOf);
  if ('any' in condition) return condition.any.flatMap(comparisonsOf);
  return 'not' in condition ? comparisonsOf(condition.not) : [condition];
}

/** What a condition asks beyond the message, in its order; some may stand twice. */
export function requestedFigures(condition: Condition): RequestedFigure[] {
  return comparisonsOf(condition).flatMap(({ field, limit }) =>
    field === 'firstAtMerchant' || field === 'limitSum' || field === 'limitCount' ? [{ field, limit }] : [],
  );
}

/** A list of the bank, as it is at one moment. */
export interface ListMembers {
  has(entry: string): boolean;
}
