import type { FieldSchema, JsonObject } from '@cardwright/contract';
import type { Random } from '@cardwright/server/internal/testing/random';
import { HOSTILE_NAMES, HOSTILE_NUMBERS, HOSTILE_STRUCTURES, HOSTILE_TEXTS } from './hostile-values.ts';
import { type JsonPlace, type LooseJson, loosely, looseText, placesOf, put } from './json-text.ts';

/** The inputs of a mutation. */
export interface Material {
  readonly random: Random;
  /** Values of this world as placeholders: ids, numbers and references of the caller's bank and of others. */
  readonly values: readonly string[];
}

type Mutation = (place: JsonPlace, schema: FieldSchema | undefined, material: Material) => void;

/** Breaks a valid body in one to four places. The schema or a list of known bad values suggests each change. */
export function mutateJson(valid: JsonObject, schema: FieldSchema | undefined, material: Material): string {
  const { random } = material;
  const body: LooseJson = loosely(valid);
  for (let left = random.pick(HOW_MANY); left > 0; left--) {
    const place = random.pick(placesOf(body));
    random.pick(MUTATIONS)(place, schemaAt(schema, place.path), material);
  }
  return looseText(body);
}

/** Mostly one change, because a request with several faults is refused for the first. */
const HOW_MANY = [1, 1, 1, 1, 1, 2, 2, 3, 4];

const raw = (text: string): LooseJson => ({ raw: text });
const asText = (text: string): LooseJson => ({ raw: JSON.stringify(text) });

const MUTATIONS: readonly Mutation[] = [
  // Values that the schema suggests: lengths, lists, formats.
  ...Array.from(
    { length: 4 },
    (): Mutation =>
      (place, schema, { random }) =>
        put(place, random.pick(bordering(schema))),
  ),
  ...Array.from(
    { length: 3 },
    (): Mutation =>
      (place, _schema, { random }) =>
        put(place, raw(random.pick(HOSTILE_TEXTS))),
  ),
  (place, _schema, { random }) => put(place, raw(random.pick(HOSTILE_NUMBERS))),
  (place, _schema, { random }) => put(place, raw(random.pick(HOSTILE_STRUCTURES))),
  // Values of another owner, or values that belong to another field.
  ...Array.from(
    { length: 3 },
    (): Mutation =>
      (place, _schema, { random, values }) =>
        put(place, asText(random.pick(values))),
  ),
  (place, _schema, { random, values }) => put(place, asText(written(random.pick(values), random))),
  // The original value with a small change.
  (place, _schema, { random }) => put(place, raw(nudged(looseText(place.value), random))),
  // Changes of members.
  ({ parent, at }) => {
    if (parent === undefined) return;
    ('list' in parent ? parent.list : 'members' in parent ? parent.members : []).splice(at, 1);
  },
  ({ parent, at }, _schema, { random }) => {
    if (parent !== undefined && 'members' in parent) doubled(parent.members, at, random);
    else if (parent !== undefined && 'list' in parent) doubled(parent.list, at, random);
  },
  ({ value }, _schema, { random }) => {
    const member: [string, LooseJson] = [
      random.pick(HOSTILE_NAMES),
      raw(random.pick([...HOSTILE_TEXTS, ...HOSTILE_STRUCTURES])),
    ];
    if ('members' in value) value.members.splice(random.from(0, value.members.length), 0, member);
  },
  ({ parent, at }, _schema, { random }) => {
    if (parent !== undefined && 'members' in parent) rename(parent.members[at], random);
  },
  (place) => put(place, { list: [place.value] }),
  (place) => put(place, { members: [['value', place.value]] }),
];

function doubled<T>(entries: T[], at: number, random: Random): void {
  const entry = entries[at];
  if (entry === undefined) return;
  const times = random.pick([1, 1, 1, 2, 50, 1_000]);
  entries.splice(random.from(0, entries.length), 0, ...Array.from({ length: times }, () => entry));
}

function rename(member: [string, LooseJson] | undefined, random: Random): void {
  if (member === undefined) return;
  const [name] = member;
  const other = [
    name.toUpperCase(),
    name.toLowerCase(),
    ` ${name}`,
    `${name} `,
    name.replace(/_/g, ''),
    `${name}\u200b`,
    ...HOSTILE_NAMES,
  ];
  member[0] = random.pick(other);
}

/** Values at and beyond the bounds of a field. */
function bordering(schema: FieldSchema | undefined): LooseJson[] {
  if (schema === undefined) return [raw('null'), raw('""'), raw('0')];
  const { maxLength = 20, minLength = 0, enum: values = [], minimum, maximum, maxItems } = schema;
  const texts = [maxLength, maxLength + 1, minLength, Math.max(0, minLength - 1)].flatMap((length) => [
    '9'.repeat(length),
    'A'.repeat(length),
    '😀'.repeat(length),
    'é'.repeat(length),
    ' '.repeat(length),
    '0'.repeat(length),
  ]);
  const numbers = [minimum, maximum].flatMap((border) =>
    border === undefined ? [] : [border - 1, border, border + 1],
  );
  const lists =
    maxItems === undefined ? [] : [maxItems, maxItems + 1].map((length) => ({ list: Array(length).fill(raw('{}')) }));
  return [...texts.map(asText), ...values.map(asText), ...numbers.map((number) => raw(String(number))), ...lists];
}

/** The same digits in the formats that people and programs use. */
function written(value: string, random: Random): string {
  return random.pick([
    ` ${value}`,
    `${value} `,
    `${value}\n`,
    `\u200e${value}`,
    `*${value}*`,
    `no. ${value}, please`,
    `${value}${value}`,
  ]);
}

/** Adds, removes or replaces a character, or increases a number by one. */
function nudged(text: string, random: Random): string {
  const at = random.from(0, text.length);
  const number = Number(text);
  return random.pick([
    text.slice(0, at) +
      random.pick(['0', '9', ' ', '"', '\\', '-', '.', ',', '\u0000', '\ud83d', 'é']) +
      text.slice(at),
    text.slice(0, at) + text.slice(at + 1),
    text.slice(0, at) + text.slice(at).toUpperCase(),
    Number.isFinite(number) ? String(number + 1) : text.split('').reverse().join(''),
  ]);
}

/** The schema of a place, as far as it can be resolved. */
function schemaAt(schema: FieldSchema | undefined, [name, ...rest]: readonly string[]): FieldSchema | undefined {
  if (schema === undefined || name === undefined) return schema;
  const inside = schema.properties?.[name] ?? (name === '0' ? schema.items : undefined) ?? schema.entries;
  const variant = Object.values(schema.variants ?? {}).find((one) => one.properties?.[name] !== undefined);
  return schemaAt(inside ?? variant?.properties?.[name], rest);
}
