import type { FieldSchema } from '../schema/field-schema.ts';
import { Merchant } from './merchant.ts';

export interface PathFault {
  /** The part of the path that leads nowhere. */
  readonly at: string;
  /** What may stand there instead; empty where nothing may. */
  readonly allowed: readonly string[];
}

const SEGMENT = /^([\w-]+)((?:\[\d{1,5}\])*)$/;
/** Below a field without a type everything may stand. */
const ANYTHING: FieldSchema = {};

/** Why a path does not lead to a field of a merchant; undefined when it does. What is there is not looked at. */
export function findPathFault(path: string): PathFault | undefined {
  let schema: FieldSchema = Merchant as unknown as FieldSchema;
  for (const segment of path.split('.')) {
    const next = step(schema, segment);
    if (next === undefined) return { at: segment, allowed: membersOf(schema).map(([name]) => name) };
    schema = next;
  }
  return undefined;
}

/** The schema of the field at a path, from the given one on. */
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

/** The members of an object; of one that may be of several kinds, those of all kinds. */
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
