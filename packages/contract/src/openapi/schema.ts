import type { FieldSchema } from '../schema/field-schema.ts';
import { conditionOf } from '../schema/fields.ts';
import { FORMATS } from '../schema/formats.ts';
import { CATALOGUES } from './catalogues.ts';
import type { Components, Json } from './components.ts';

/**
 * Converts a contract schema to OpenAPI 3.1: annotations become keywords or `x-` members, tolerances become text. A
 * schema with a name becomes a component and a reference. Details of its use are next to the reference, unless all uses
 * are alike.
 */
export function describeSchema(schema: FieldSchema, components: Components): Json {
  const { fieldComponent, ...field } = schema;
  if (fieldComponent !== undefined) return components.schema(fieldComponent, describeSchema(field, components));
  const { component } = schema;
  if (component === undefined) return { ...describeShape(schema, components), ...describeUse(schema) };
  const reference = components.schema(component, CATALOGUES[component] ?? describeShape(schema, components));
  const use = describeUse(schema);
  if (!schema.nullable) return { ...reference, ...use };
  return { anyOf: [reference, { type: 'null' }], ...use };
}

/** Describes the constraints of a value, which are the same wherever the schema is used. */
function describeShape(schema: FieldSchema, components: Components): Json {
  const {
    description: _description,
    tolerances: _tolerances,
    alsoSpelled: _alsoSpelled,
    error: _error,
    holdsCardNumber: _holdsCardNumber,
    nullable,
    requiredWhen: _requiredWhen,
    requiredWithout: _requiredWithout,
    mayBeBlank: _mayBeBlank,
    hasLines: _hasLines,
    maximumOfAll: _maximumOfAll,
    refusesUnknown: _refusesUnknown,
    extending,
    fieldComponent: _alike,
    sdkType: _sdkType,
    component,
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
  if (extending !== undefined) return describeExtension(schema, extending as FieldSchema, components);
  const described: Json = { ...keywords };
  const inner = (one: FieldSchema) => describeSchema(one, components);
  if (nullable && component === undefined) {
    described.type = [schema.type, 'null'].flat();
    if (schema.enum !== undefined) described.enum = [...schema.enum, null];
  }
  if (fieldFormat !== undefined) described['x-format'] = FORMATS[fieldFormat as keyof typeof FORMATS].expects;
  if (anyOf !== undefined) described.anyOf = anyOf.map(inner);
  if (items !== undefined) described.items = inner(items);
  if (variants !== undefined) {
    described.oneOf = [...Object.values(variants), ...(otherwise === undefined ? [] : [otherwise])].map(inner);
    described['x-discriminator'] = discriminatedBy;
  }
  if (entries !== undefined) described.additionalProperties = inner(entries);
  if (keyFormat !== undefined) described['x-key-format'] = FORMATS[keyFormat as keyof typeof FORMATS].expects;
  if (properties !== undefined) described.properties = describeMembers(properties, components);
  return described;
}

function describeMembers(properties: Record<string, FieldSchema>, components: Components): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(properties).map(([key, property]) => [key, describeSchema(property, components)]),
  );
}

/** Describes the members shared with another schema by a reference, and the schema's own members. */
function describeExtension(schema: FieldSchema, base: FieldSchema, components: Components): Json {
  const { properties = {}, required = [] } = base;
  const ownRequired = (schema.required ?? []).filter((key) => !required.includes(key));
  const inherited = describeMembers(properties, components);
  const own = Object.entries(describeMembers(schema.properties ?? {}, components)).filter(
    ([key, described]) => JSON.stringify(described) !== JSON.stringify(inherited[key]),
  );
  const members = { type: 'object', properties: Object.fromEntries(own) };
  return {
    ...(ownRequired.length > 0 && { required: ownRequired }),
    allOf: [describeSchema(base, components), ...(own.length > 0 ? [members] : [])],
  };
}

/** Describes the details of a value in one place. */
function describeUse(schema: FieldSchema): Json {
  const { description, tolerances = [], alsoSpelled } = schema;
  const condition = conditionOf(schema);
  return {
    ...(description !== undefined && { description }),
    ...(condition !== undefined && { 'x-required-when': condition }),
    ...(tolerances.length > 0 && {
      'x-also-accepted': Object.fromEntries(tolerances.map(({ rule, accepts }) => [rule, accepts])),
    }),
    ...(alsoSpelled !== undefined && { 'x-also-spelled': alsoSpelled }),
  };
}
