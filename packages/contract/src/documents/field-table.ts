import type { FieldSchema } from '../schema/field-schema.ts';
import { conditionOf } from '../schema/fields.ts';
import { FORMATS } from '../schema/formats.ts';
import { code, withoutEmptyColumns } from './markdown.ts';
import { type Field, fieldsOf } from './schema-fields.ts';

/** The side of an operation that a table shows. Only fields of requests have tolerances. */
export type Side = 'request' | 'answer';

const HEAD = ['Field', 'Required', 'Type or values', 'Length', 'Meaning', 'Also accepted (warning)'];

/** One row of a field table. */
export interface FieldRow {
  readonly field: string;
  readonly required: string;
  readonly type: string;
  readonly length: string;
  readonly meaning: string;
  /** Deviations that are accepted with a warning. */
  readonly also: string;
}

/** Returns a row for each field of a schema, outer before inner. */
export function fieldRows(schema: FieldSchema, side: Side, without: readonly string[] = []): FieldRow[] {
  return fieldsOf(schema, { without }).map((field) => ({
    field: field.path,
    required: need(field),
    type: typeOf(field.schema),
    length: lengthOf(field.schema),
    meaning: meaningOf(field.schema),
    also: side === 'request' ? alsoAccepted(field.schema) : '',
  }));
}

/** The table of all fields of a schema, or undefined for a schema without fields. */
export function fieldTable(schema: FieldSchema, side: Side, without: readonly string[] = []): string | undefined {
  const rows = fieldRows(schema, side, without);
  return rows.length === 0 ? undefined : fieldRowTable(rows);
}

/** The table of fields, without empty columns. */
export function fieldRowTable(rows: readonly FieldRow[]): string {
  return withoutEmptyColumns(
    HEAD,
    rows.map(({ field, required, type, length, meaning, also }) => [
      code(field),
      required,
      type,
      length,
      meaning,
      also,
    ]),
  );
}

/** A field that may be null has its description on the other type of the union. */
function meaningOf({ description, anyOf = [] }: FieldSchema): string {
  return description ?? anyOf.find((one) => one.description !== undefined)?.description ?? '';
}

function need({ required, schema }: Field): string {
  if (required) return 'yes';
  const condition = conditionOf(schema);
  return condition === undefined ? 'no' : `when ${condition}`;
}

const TYPE_NAMES: Record<string, string> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: '`true` or `false`, as JSON',
  null: '`null`',
};

function typeOf(schema: FieldSchema): string {
  const nullToo = schema.nullable ? ', or `null`' : '';
  // The catalogue lists more types than fit in a cell.
  if (schema.component === 'WebhookEvent') return 'event types';
  if (schema.enum !== undefined)
    return `${schema.enum.map((value) => (value ? code(value) : 'empty')).join(', ')}${nullToo}`;
  if (schema.anyOf !== undefined) return alternatives(schema.anyOf);
  if (schema.variants !== undefined) return `object; ${code(schema.discriminatedBy ?? '')} determines its fields`;
  if (schema.entries !== undefined) return `object; each key is ${keyOf(schema)}`;
  if (schema.type === 'array') return `list of ${plural(typeOf(schema.items ?? {}))}`;
  if (schema.type === 'object') return 'object';
  if (schema.type === undefined) return 'any JSON value';
  const names = [schema.type].flat().map((type) => TYPE_NAMES[type] ?? type);
  const format = schema.fieldFormat === undefined ? '' : `: ${FORMATS[schema.fieldFormat].expects}`;
  return `${[...new Set(names)].join(' or ')}${format}${nullToo}`;
}

function alternatives(schemas: readonly FieldSchema[]): string {
  const texts = schemas.map((one) => (one.type === 'null' ? '`null`' : typeOf(one)));
  const different = [...new Set(texts)];
  return different.length === 1 ? `one of ${texts.length} kinds of ${plural(texts[0] ?? '')}` : different.join(', or ');
}

function keyOf({ keyFormat }: FieldSchema): string {
  return keyFormat === undefined ? 'a text' : FORMATS[keyFormat].expects;
}

function plural(type: string): string {
  if (type === 'object') return 'objects';
  if (type === 'text') return 'texts';
  return type.replace(/^(object|text)(?=[;:,])/, '$1s');
}

function lengthOf({ type, anyOf, minLength = 0, maxLength, ...numbers }: FieldSchema): string {
  const { minItems, maxItems, minimum, maximum } = numbers;
  if (anyOf !== undefined) return [...new Set(anyOf.map(lengthOf))].join('');
  if (type === 'array') return span(minItems, maxItems, ' entries');
  if (minimum !== undefined || maximum !== undefined) return `value ${span(minimum, maximum, '')}`;
  return span(minLength === 0 ? undefined : minLength, maxLength, '');
}

function span(least: number | undefined, most: number | undefined, unit: string): string {
  if (least === undefined && most === undefined) return '';
  if (least === most) return `exactly ${most}${unit}`;
  if (most === undefined) return `at least ${least}${least === 1 && unit ? ' entry' : unit}`;
  return least === undefined ? `${most}${unit}` : `${least} to ${most}${unit}`;
}

function alsoAccepted({ tolerances = [], alsoSpelled = [] }: FieldSchema): string {
  return [
    ...tolerances.map(({ accepts, rule }) => `${accepts} (${code(rule)})`),
    ...alsoSpelled.map((key) => `the key ${code(key)} (${code('other-key')})`),
  ].join('; ');
}
