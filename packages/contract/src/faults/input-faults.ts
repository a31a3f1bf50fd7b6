import type { JsonObject, JsonValue } from '../json/exact-number.ts';
import type { FieldSchema } from '../schema/field-schema.ts';
import { pathText, replaceAt } from './places.ts';
import { type SentField, sentFieldsOf } from './sent-fields.ts';

export const FAULT_KINDS = [
  'missing',
  'empty',
  'too long',
  'too short',
  'of the wrong type',
  'null',
  'not in its list',
  'of the wrong format',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** One way to make one field of a valid request invalid. */
export interface InputFault {
  readonly kind: FaultKind;
  readonly path: string;
  /** The request with only this fault. */
  readonly request: JsonObject;
}

/**
 * Returns every fault of every field, one at a time. The contract defines the possible faults; the caller knows which
 * error code each one gets. The valid request must have every field of the schema, otherwise some stay untested.
 */
export function faultsOf(schema: FieldSchema, valid: JsonObject): InputFault[] {
  return sentFieldsOf(schema, valid).flatMap((field) => {
    const { at, value } = field;
    if (value === undefined) {
      throw new Error(`the valid request has no ${pathText(at)}: add it to the test's sample, or to the example`);
    }
    return faultsOfField(field).map(({ kind, put }) => ({
      kind,
      path: pathText(at),
      request: replaceAt(valid, at, put) as JsonObject,
    }));
  });
}

/** Replaces every scalar value of the request with one of a wrong type, and returns the paths of these values. */
export function breakAllTexts(schema: FieldSchema, valid: JsonObject): { request: JsonObject; paths: string[] } {
  const texts = sentFieldsOf(schema, valid).filter(({ schema: { type } }) => type !== 'object' && type !== 'array');
  const request = texts.reduce<JsonValue>((broken, field) => replaceAt(broken, field.at, ofWrongType(field)), valid);
  return { request: request as JsonObject, paths: texts.map(({ at }) => pathText(at)) };
}

/** Returns a text in place of an object, a list or a boolean, and true in place of any other value. */
function ofWrongType({ schema: { type } }: SentField): JsonValue {
  return type === 'object' || type === 'array' || type === 'boolean' ? 'text' : true;
}

/** The value that replaces a field. Undefined removes the field. */
export interface FieldFault {
  readonly kind: FaultKind;
  readonly put: JsonValue | undefined;
}

export function faultsOfField(field: SentField): FieldFault[] {
  const { schema, isRequired, value } = field;
  const { maxLength, minLength = 0 } = schema;
  const isText = schema.type !== 'object' && schema.type !== 'array';
  const faults: FieldFault[] = [
    { kind: 'of the wrong type', put: ofWrongType(field) },
    { kind: 'null', put: null },
  ];
  if (isRequired) faults.push({ kind: 'missing', put: undefined });
  if (isRequired && isText) faults.push({ kind: 'empty', put: '' });
  if (maxLength !== undefined) faults.push({ kind: 'too long', put: '9'.repeat(maxLength + 1) });
  // An emoji has two UTF-16 units, but counts as one character.
  if (maxLength !== undefined && isFree(schema)) faults.push({ kind: 'too long', put: '😀'.repeat(maxLength + 1) });
  if (minLength > 1) faults.push({ kind: 'too short', put: '9'.repeat(minLength - 1) });
  if (schema.enum !== undefined) faults.push({ kind: 'not in its list', put: 'ZZ' });
  if (schema.fieldFormat !== undefined) {
    faults.push({ kind: 'of the wrong format', put: '?'.repeat(String(value).length) });
  }
  return faults;
}

/** Returns whether a text may hold any characters: it has no list of values and no format. */
export function isFree(schema: FieldSchema): boolean {
  return schema.enum === undefined && schema.fieldFormat === undefined;
}
