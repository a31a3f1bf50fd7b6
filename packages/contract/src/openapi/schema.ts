import type { FieldSchema } from '../schema/field-schema.ts';
import { conditionOf } from '../schema/fields.ts';
import { FORMATS } from '../schema/formats.ts';

export type Json = Record<string, unknown>;

/** A contract schema as OpenAPI 3.1 shows it: annotations become keywords or `x-` members, tolerances become text. */
export function describeSchema(schema: FieldSchema): Json {
  const {
    tolerances,
    alsoSpelled,
    error: _error,
    holdsCardNumber: _holdsCardNumber,
    nullable,
    requiredWhen: _requiredWhen,
    requiredWithout: _requiredWithout,
    fieldFormat,
    properties,
    items,
    anyOf,
    discriminatedBy,
    variants,
    otherwise,
    keyFormat,
    entries,
    ...keywords
  } = schema as FieldSchema & Json;
  const described: Json = { ...keywords };
  if (nullable) {
    described.type = [schema.type, 'null'].flat();
    if (schema.enum !== undefined) described.enum = [...schema.enum, null];
  }
  const condition = conditionOf(schema);
  if (condition !== undefined) described['x-required-when'] = condition;
  if (fieldFormat !== undefined) described['x-format'] = FORMATS[fieldFormat as keyof typeof FORMATS].expects;
  if (tolerances !== undefined && tolerances.length > 0) {
    described['x-also-accepted'] = tolerances.map(({ rule, accepts }) => ({ warning: rule, accepts }));
  }
  if (alsoSpelled !== undefined) described['x-also-spelled'] = alsoSpelled;
  if (anyOf !== undefined) described.anyOf = anyOf.map(describeSchema);
  if (items !== undefined) described.items = describeSchema(items);
  if (variants !== undefined) {
    described.oneOf = [...Object.values(variants), ...(otherwise === undefined ? [] : [otherwise])].map(describeSchema);
    described['x-told-by'] = discriminatedBy;
  }
  if (entries !== undefined) described.additionalProperties = describeSchema(entries);
  if (keyFormat !== undefined) described['x-key-format'] = FORMATS[keyFormat as keyof typeof FORMATS].expects;
  if (properties !== undefined) {
    described.properties = Object.fromEntries(
      Object.entries(properties).map(([key, property]) => [key, describeSchema(property)]),
    );
  }
  return described;
}
