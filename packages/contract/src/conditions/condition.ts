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
}

/** A list of the bank, as it is at one moment. */
export interface ListMembers {
  has(entry: string): boolean;
}
