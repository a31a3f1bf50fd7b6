import type { FieldSchema } from './field-schema.ts';
import { MOST_ENTRIES } from './fields.ts';

/** How many entries the lists at one place of a request may hold, and at the places below it. */
export interface ListLimits {
  /** The most entries of a list that stands here. */
  readonly most: number;
  /** The schema has a list here, and refuses a longer one itself. */
  readonly isListed: boolean;
  /** The maximum counts the entries of all lists at this place together. */
  readonly ofAll: boolean;
  /** Of the members of an object by name, in every accepted spelling. */
  readonly members: ReadonlyMap<string, ListLimits>;
  /** Of the entries of a list. */
  readonly items: ListLimits | undefined;
  /** Of the values of a map. */
  readonly entries: ListLimits | undefined;
}

/** The limits of all lists of a schema, so that a text can be checked against them before it is parsed. */
export function listLimitsOf(schema: object): ListLimits {
  return limitsOf([schema as FieldSchema]);
}

/** Where a value may be one of several schemas, the greatest maximum counts. */
function limitsOf(schemas: readonly FieldSchema[]): ListLimits {
  const all = schemas.flatMap(alternativesOf);
  const lists = all.filter(({ type }) => type === 'array');
  const items = lists.flatMap((schema) => (schema.items === undefined ? [] : [schema.items]));
  const entries = all.flatMap((schema) => (schema.entries === undefined ? [] : [schema.entries]));
  return {
    most: Math.max(...(lists.length === 0 ? [MOST_ENTRIES] : lists.map(({ maxItems }) => maxItems ?? MOST_ENTRIES))),
    isListed: lists.length > 0,
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
