import type { FieldSchema } from '../schema/field-schema.ts';

/** One field of a schema, with its path: `addresses[].city`. */
export interface Field {
  readonly path: string;
  readonly schema: FieldSchema;
  readonly required: boolean;
}

interface Choice {
  /** Paths that keep their own row but omit the fields below them, as a page shows those in a separate table. */
  readonly without?: readonly string[];
  /**
   * For a union of several objects: include the fields of all of them. By default they are omitted, as the objects have
   * no name.
   */
  readonly alternatives?: true;
}

/** All fields of a schema, outer before inner, in the order of the contract. */
export function fieldsOf(schema: FieldSchema, choice: Choice = {}, path = ''): Field[] {
  return membersOf(schema, choice).flatMap(({ name, member, required }) => {
    const at = path === '' || name.startsWith('[') ? `${path.replace(/\[\]$/, '')}${name}` : `${path}.${name}`;
    const below = isList(member) ? `${at}[]` : at;
    return [
      { path: at, schema: member, required },
      ...(choice.without?.includes(at) ? [] : fieldsOf(entryOf(member), choice, below)),
    ];
  });
}

interface Member {
  readonly name: string;
  readonly member: FieldSchema;
  readonly required: boolean;
}

function membersOf(schema: FieldSchema, choice: Choice): Member[] {
  if (schema.variants !== undefined) {
    return Object.entries(schema.variants).flatMap(([value, variant]) =>
      membersOf(variant, choice).map((one) => ({ ...one, name: `[${value}].${one.name}` })),
    );
  }
  if (schema.entries !== undefined) return [{ name: '[key]', member: schema.entries, required: false }];
  const objects = schema.anyOf?.filter((one) => one.properties !== undefined) ?? [schema];
  if (objects.length > 1 && !choice.alternatives) return [];
  return objects.flatMap(({ properties = {}, required = [] }) =>
    Object.entries(properties).map(([name, member]) => ({ name, member, required: required.includes(name) })),
  );
}

const isList = (schema: FieldSchema) => schema.type === 'array';
const entryOf = (schema: FieldSchema) => (isList(schema) ? (schema.items ?? {}) : schema);

/**
 * Returns the schema at a path such as `payload.applications[].merchants[]|2`: members by name, `[]` for the entries of
 * a list, `|2` for the second of several alternatives. Undefined if there is none.
 */
export function schemaAt(schema: FieldSchema, path: string): FieldSchema | undefined {
  const steps = path.match(/[^.[\]|]+|\[\]|\|\d+/g) ?? [];
  return steps.reduce<FieldSchema | undefined>((at, step) => {
    if (at === undefined) return undefined;
    if (step === '[]') return at.items;
    if (step.startsWith('|')) return at.anyOf?.[Number(step.slice(1)) - 1];
    const members = [at, ...(at.anyOf ?? [])].find(({ properties }) => properties !== undefined)?.properties;
    return members?.[step] ?? at.variants?.[step];
  }, schema);
}
