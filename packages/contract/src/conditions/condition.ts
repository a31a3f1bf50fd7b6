import type { ConditionFieldName, ConditionOp, ProvisioningFieldName } from './condition-fields.ts';

/**
 * A condition in its JSON form: docs/interface/conditions.md. Without `Field`, it is about an authorization.
 *
 * @example
 * const night: Condition = { all: [{ field: 'localHour', op: 'lt', value: 6 }] };
 */
export type Condition<Field extends ConditionFieldName | ProvisioningFieldName = ConditionFieldName> =
  | { readonly all: readonly Condition<Field>[] }
  | { readonly any: readonly Condition<Field>[] }
  | { readonly not: Condition<Field> }
  | ConditionTest<Field>;

/** A condition about a request for a token: docs/interface/token-provisioning.md#conditions. */
export type ProvisioningCondition = Condition<ProvisioningFieldName>;

/** The condition of a rule, whose `on` states what it is about. */
export type RuleCondition = Condition | ProvisioningCondition;

/** A single comparison. */
export interface ConditionTest<Field extends ConditionFieldName | ProvisioningFieldName = ConditionFieldName> {
  readonly field: Field;
  /** The limits whose usage is compared, if the field is such a usage. */
  readonly limit?: string;
  readonly op: ConditionOp;
  readonly value: ConditionValue;
}

export type ConditionValue = string | number | boolean | readonly (string | number)[];

/** Maximum number of objects of a condition, nested ones included. */
export const MAX_CONDITION_NODES = 100;

/** The facts that a condition is evaluated against: one value for each field. */
export interface ConditionFacts {
  /** In ten-thousandths of the currency's unit, so that amounts of all currencies are comparable. */
  readonly amount: bigint;
  readonly currency: string;
  readonly mcc: string;
  readonly merchantId: string;
  readonly terminalId: string;
  readonly acquirer: string;
  /** Undefined if the message does not state it; then it equals no country of a condition. */
  readonly country: string | undefined;
  readonly isForeign: boolean;
  readonly channel: string;
  readonly localHour: number;
  readonly localWeekday: number;
  readonly cardAgeDays: number;
  readonly product: string;
  readonly cardRole: string;
  readonly firstAtMerchant: boolean;
  /** Highest usage among the limits of this name, in ten-thousandths of the unit; 0 if there is none. */
  limitSum(limit: string): bigint;
  limitCount(limit: string): number;
}

/** A fact that a condition needs and that the message does not contain. */
export interface RequestedFigure {
  readonly field: 'firstAtMerchant' | 'limitSum' | 'limitCount';
  /** The limits that the fact is about. */
  readonly limit: string | undefined;
}

/** Returns all comparisons of a condition, in its order. */
export function comparisonsOf<Field extends ConditionFieldName | ProvisioningFieldName>(
  condition: Condition<Field>,
): ConditionTest<Field>[] {
  if ('all' in condition) return condition.all.flatMap((part) => comparisonsOf(part));
  if ('any' in condition) return condition.any.flatMap((part) => comparisonsOf(part));
  return 'not' in condition ? comparisonsOf(condition.not) : [condition];
}

/** Returns the facts that a condition needs beyond the message, in its order. Duplicates are possible. */
export function requestedFigures(condition: Condition): RequestedFigure[] {
  return comparisonsOf(condition).flatMap(({ field, limit }) =>
    field === 'firstAtMerchant' || field === 'limitSum' || field === 'limitCount' ? [{ field, limit }] : [],
  );
}

/** A merchant list of the bank at one moment. */
export interface ListMembers {
  has(entry: string): boolean;
}
