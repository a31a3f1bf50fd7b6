import type { FieldSchema } from './field-schema.ts';
import { MAX_ENTRIES } from './fields.ts';

/** Limits for the entries of the lists at one place of a request, and at the places below it. */
export interface ListLimits {
  /** Maximum number of entries of a list at this place. */
  readonly most: number;
  /** Whether the schema has a list here and refuses a longer one itself. */
  readonly hasLists: boolean;
  /** Whether the maximum applies to all lists at this place together. */
  readonly ofAll: boolean;
  /** Limits of an object's members by name, in every accepted spelling. */
  readonly members: ReadonlyMap<string, ListLimits>;
  /** Limits of a list's entries. */
  readonly items: ListLimits | undefined;
  /** Limits of a map's values. */
  readonly entries: ListLimits | undefined;
}

/** Returns the limits of all lists of a schema, so that a text can be checked before it is parsed. */
export function listLimitsOf(schema: object): ListLimits {
  return limitsOf([schema as FieldSchema]);
}

/** If a value may match one of several schemas, the greatest maximum applies. */
function limitsOf(schemas: readonly FieldSchema[]): ListLimits {
  const all = schemas.flatMap(alternativesOf);
  const lists = all.filter(({ type }) => type === 'array');
  const items = lists.flatMap((schema) => (schema.items === undefined ? [] : [schema.items]));
  const entries = all.flatMap((schema) => (schema.entries === undefined ? [] : [schema.entries]));
  return {
    most: Math.max(...(lists.length === 0 ? [MAX_ENTRIES] : lists.map(({ maxItems }) => maxItems ?? MAX_ENTRIES))),
    hasLists: lists.length > 0,
    ofAll: lists.some(({ maximumOfAll }) => maximumOfAll === true),
    members: membersOf(all),
    items: items.length === 0 ? undefined : limitsOf(items),
    entries: entries.length === 0 ? undefined : limitsOf(entries),
  };
}

function alternativesOf(schema: FieldSchema): FieldSchema[] {
  const { anyOf = [], variants = {}, otherwise } = schema;
  const others = [...anyOf, ...Object.values(variants), ...(otherwise === undefined ? [] : [otherwise])];
  return [schema, ...others.flatMap(alternativesOf)];
}

function membersOf(schemas: readonly FieldSchema[]): ReadonlyMap<string, ListLimits> {
  const byName = new Map<string, FieldSchema[]>();
  for (const { properties = {} } of schemas) {
    for (const [key, member] of Object.entries(properties)) {
      for (const name of [key, ...(member.alsoSpelled ?? [])]) byName.set(name, [...(byName.get(name) ?? []), member]);
    }
  }
  return new Map([...byName].map(([name, members]) => [name, limitsOf(members)]));
}
