import type { FieldSchema } from '../schema/field-schema.ts';
import { Merchant } from './merchant.ts';

export interface PathFault {
  /** The segment of the path that does not exist. */
  readonly at: string;
  /** The allowed names in its place; empty if there are none. */
  readonly allowed: readonly string[];
}

const SEGMENT = /^([\w-]+)((?:\[\d{1,5}\])*)$/;
/** A field without a type may contain anything. */
const ANYTHING: FieldSchema = {};

/**
 * Returns why a path does not lead to a field of a merchant, or undefined if it does. It does not check the value
 * there.
 */
export function findPathFault(path: string): PathFault | undefined {
  let schema: FieldSchema = Merchant as unknown as FieldSchema;
  for (const segment of path.split('.')) {
    const next = step(schema, segment);
    if (next === undefined) return { at: segment, allowed: membersOf(schema).map(([name]) => name) };
    schema = next;
  }
  return undefined;
}

/** Returns the schema of the field at a path below the given schema. */
export function fieldAt(schema: FieldSchema, path: string): FieldSchema | undefined {
  return path.split('.').reduce<FieldSchema | undefined>((at, segment) => at && step(at, segment), schema);
}

function step(schema: FieldSchema, segment: string): FieldSchema | undefined {
  if (isAnything(schema)) return ANYTHING;
  const [, name = '', indexes = ''] = SEGMENT.exec(segment) ?? [];
  if (name === '') return undefined;
  let field = memberOf(schema, name);
  for (let depth = indexes.split('[').length - 1; depth > 0; depth--) field = field && entryOf(field);
  return field;
}

function memberOf(schema: FieldSchema, name: string): FieldSchema | undefined {
  if (schema.entries !== undefined) return schema.entries;
  const members = membersOf(schema);
  const [, field] = members.find(([own, { alsoSpelled = [] }]) => own === name || alsoSpelled.includes(name)) ?? [];
  return field;
}

/** Returns the members of an object. If the object can be of several kinds, returns the members of all kinds. */
function membersOf({ properties = {}, variants = {}, otherwise }: FieldSchema): [string, FieldSchema][] {
  const kinds = [...Object.values(variants), ...(otherwise === undefined ? [] : [otherwise])];
  const all = [properties, ...kinds.map((kind) => kind.properties ?? {})].flatMap(Object.entries<FieldSchema>);
  return all.filter(([name], index) => all.findIndex(([other]) => other === name) === index);
}

function entryOf(field: FieldSchema): FieldSchema | undefined {
  return isAnything(field) ? ANYTHING : field.items;
}

function isAnything({ type, enum: values, properties }: FieldSchema): boolean {
  return type === undefined && values === undefined && properties === undefined;
}
