import {
  CONDITION_FIELD_NAMES,
  type ConditionFieldKind,
  type ConditionFieldName,
  type ConditionOp,
  conditionField,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  opsOf,
  PROVISIONING_FIELD_NAMES,
  type ProvisioningFieldName,
} from '@cardwright/contract';
import { formatValue } from './condition-text.ts';

/** A field of a message or of a request for a token. */
export type AnyField = ConditionFieldName | ProvisioningFieldName;
const ALL_FIELDS: readonly AnyField[] = [...CONDITION_FIELD_NAMES, ...PROVISIONING_FIELD_NAMES];

/** A comparison in the editor. Invalid values are reported and stay as typed. */
export interface DraftTest {
  readonly field: AnyField;
  /** The limit, if the field is the usage of a limit. */
  readonly limit?: JsonValue | undefined;
  readonly op: ConditionOp;
  readonly value: JsonValue | undefined;
}

export type DraftNode =
  | { readonly form: 'all' | 'any'; readonly parts: readonly JsonValue[] }
  | { readonly form: 'not'; readonly inner: JsonValue }
  | ({ readonly form: 'test' } & DraftTest)
  /** A node that the form has no fields for. It is shown as JSON. */
  | { readonly form: 'other' };

/** Converts a node of a condition for the form. Nothing is lost: unknown nodes become `other`. */
export function nodeOf(value: JsonValue): DraftNode {
  if (!isJsonObject(value)) return { form: 'other' };
  const names = Object.keys(value).sort().join(' ');
  if (names === 'all' || names === 'any') {
    const parts = value[names];
    return Array.isArray(parts) ? { form: names, parts } : { form: 'other' };
  }
  if (names === 'not') return { form: 'not', inner: value.not as JsonValue };
  const field = ALL_FIELDS.find((name) => name === value.field);
  const op = field && opsOf(field).find((name) => name === value.op);
  if (field === undefined || op === undefined) return { form: 'other' };
  const known = ['field', ...(isLimitField(field) ? ['limit'] : []), 'op', 'value'];
  if (Object.keys(value).some((name) => !known.includes(name))) return { form: 'other' };
  return { form: 'test', field, ...(isLimitField(field) && { limit: value.limit }), op, value: value.value };
}

export const NEW_TEST: JsonObject = { field: 'amount', op: 'gt', value: '' };

/** Whether the field is the usage of a limit. */
export function isLimitField(field: AnyField): boolean {
  return conditionField(field).ofLimit === true;
}

/** The field of a comparison, with its limit if it needs one. */
function ofLimit(field: AnyField, limit: JsonValue | undefined): JsonObject {
  return isLimitField(field) ? { field, limit: limit ?? '' } : { field };
}

/** Replaces the value of a comparison. */
export function withValue({ field, limit, op }: DraftTest, value: JsonValue): JsonObject {
  return { ...ofLimit(field, limit), op, value };
}

export function withLimit({ field, op, value }: DraftTest, limit: string): JsonObject {
  return { ...ofLimit(field, limit), op, value: value ?? emptyValue(field, op) };
}

/** Replaces the field of a comparison, and keeps the parts that fit. */
export function withField(test: DraftTest, field: AnyField): JsonObject {
  const ops = opsOf(field);
  const op = ops.includes(test.op) ? test.op : (ops[0] ?? 'eq');
  const isSameKind = JSON.stringify(conditionField(test.field).kind) === JSON.stringify(conditionField(field).kind);
  return {
    ...ofLimit(field, test.limit),
    op,
    value: isSameKind && op === test.op ? (test.value ?? '') : emptyValue(field, op),
  };
}

/** Replaces the operator. One value becomes a list, and a list becomes one value. */
export function withOp(test: DraftTest, next: ConditionOp): JsonObject {
  const { field, op, value } = test;
  const becomes = (after: JsonValue) => withValue({ ...test, op: next }, after);
  if (takesList(op) || takesList(next)) {
    return becomes(takesList(op) && takesList(next) ? (value ?? '') : emptyValue(field, next));
  }
  const before = Array.isArray(value) ? value[0] : value;
  if (!takesSeveral(next)) return becomes(before ?? emptyValue(field, next));
  if (Array.isArray(value)) return becomes(value);
  return becomes(formatValue(before) === '' ? [] : [before as JsonValue]);
}

export function takesSeveral(op: ConditionOp): boolean {
  return op === 'in' || op === 'notIn';
}

export function takesList(op: ConditionOp): boolean {
  return op === 'inList' || op === 'notInList';
}

function emptyValue(field: AnyField, op: ConditionOp): JsonValue {
  const { kind } = conditionField(field);
  if (takesSeveral(op)) return [];
  if (takesList(op)) return '';
  if (kind.type === 'flag') return true;
  if (kind.type === 'choice') return kind.values[0] ?? '';
  return kind.type === 'whole' ? kind.least : '';
}

/** Parses a typed value by the kind of the field. Text that is not a whole number stays a text, and is reported. */
export function parseValue(kind: ConditionFieldKind, typed: string): JsonValue {
  const text = typed.trim();
  return kind.type === 'whole' && /^\d{1,9}$/.test(text) ? Number(text) : text;
}

/** Parses several values, separated by commas or spaces. */
export function parseValues(kind: ConditionFieldKind, typed: string): JsonValue[] {
  return typed
    .split(/[,\n]/)
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .map((one) => parseValue(kind, one));
}
