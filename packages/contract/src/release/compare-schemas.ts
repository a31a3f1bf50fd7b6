import type { DocumentShape, Reference, SchemaShape } from './document-shape.ts';

/** Two documents to compare, and the breaking changes so far. */
export interface Comparison {
  readonly released: DocumentShape;
  readonly now: DocumentShape;
  /** One line for each change that breaks a caller of the release. */
  readonly breaks: string[];
  /** Pairs of components that have already been compared. */
  readonly visited: Set<string>;
}
/** The side that relies on a schema: senders on requests, receivers on answers. */
type Direction = 'request' | 'answer';

const MAXIMA = ['maxLength', 'maxItems', 'maximum'] as const;
const MINIMA = ['minLength', 'minItems', 'minimum'] as const;

/** Resolves a reference to a component. */
export function resolveReference<Part extends object>(part: Part | Reference, { components }: DocumentShape): Part {
  if (!('$ref' in part) || typeof part.$ref !== 'string') return part as Part;
  const [, , kind = '', name = ''] = part.$ref.split('/');
  return (components[kind]?.[name] ?? {}) as Part;
}

export function compareSchemas(old: SchemaShape, now: SchemaShape, at: string, way: Direction, all: Comparison): void {
  if (old.$ref !== undefined && now.$ref !== undefined) {
    const pair = `${way} ${old.$ref} ${now.$ref}`;
    if (all.visited.has(pair)) return;
    all.visited.add(pair);
  }
  const [before, after] = [whole(old, all.released), whole(now, all.now)];
  const note = (what: string) => all.breaks.push(`${at} ${what}`);
  compareValues(before, after, way, note);
  compareMembers(before, after, at, way, all);
  if (before.items !== undefined && after.items !== undefined) {
    compareSchemas(before.items, after.items, `${at}[]`, way, all);
  }
  compareEntries(before, after, at, way, all);
  compareAlternatives(before, after, at, way, all);
}

/** Resolves references and `allOf` to a single schema. */
function whole(schema: SchemaShape, document: DocumentShape): SchemaShape {
  const { $ref: _reference, ...followedTo } = resolveReference<SchemaShape>(schema, document);
  if (followedTo.allOf === undefined) return followedTo;
  const { allOf, ...own } = followedTo;
  let merged: SchemaShape = own;
  for (const part of allOf.map((each) => whole(each, document))) {
    const properties = mergeMembers(merged.properties, part.properties);
    const required = [...new Set([...(merged.required ?? []), ...(part.required ?? [])])];
    merged = Object.assign({}, merged, part, { properties, required });
  }
  return merged;
}

function mergeMembers(one: SchemaShape['properties'] = {}, other: SchemaShape['properties'] = {}) {
  const both = Object.keys(other).filter((key) => Object.hasOwn(one, key));
  const merged = both.map((key): [string, SchemaShape] => [key, { allOf: [one[key] ?? {}, other[key] ?? {}] }]);
  return { ...one, ...other, ...Object.fromEntries(merged) };
}

function compareValues(before: SchemaShape, after: SchemaShape, way: Direction, note: (what: string) => void): void {
  // A request may accept more than before, and an answer may contain less.
  const [wide, narrow] = way === 'request' ? [before, after] : [after, before];
  const verb = way === 'request' ? 'no longer takes' : 'now answers';
  const removedTypes = typesOf(wide).filter((type) => !typesOf(narrow).some((other) => covers(other, type)));
  if (removedTypes.length > 0) note(`${verb} the type ${removedTypes.join(', ')}`);
  const [values, allowed] = [valuesOf(wide), valuesOf(narrow)];
  if (allowed !== undefined && !(way === 'answer' && before['x-grows'])) {
    if (values === undefined) note(`${verb} every value, only ${allowed.join(', ')}`);
    const missingValues = (values ?? []).filter((value) => !allowed.includes(value));
    if (missingValues.length > 0) note(`${verb} ${missingValues.join(', ')}`);
  }
  for (const limit of [...MAXIMA, ...MINIMA]) {
    const sign = limit.startsWith('max') ? 1 : -1;
    const [from, to] = [before[limit], after[limit]] as (number | undefined)[];
    const [loose, tight] = (way === 'request' ? [from, to] : [to, from]) as (number | undefined)[];
    const isTighter = tight !== undefined && (loose === undefined ? tight !== 0 : sign * tight < sign * loose);
    if (isTighter) note(`has ${limit} ${to ?? 'no more'}, was ${from ?? 'without'}`);
  }
}

const typesOf = ({ type }: SchemaShape): string[] => (type === undefined ? ['any'] : [type].flat());
const covers = (type: string, other: string) =>
  type === 'any' || type === other || (type === 'number' && other === 'integer');
const valuesOf = (schema: SchemaShape): readonly unknown[] | undefined =>
  schema.const === undefined ? schema.enum : [schema.const];

function compareMembers(before: SchemaShape, after: SchemaShape, at: string, way: Direction, all: Comparison): void {
  const now = after.properties ?? {};
  for (const [name, member] of Object.entries(before.properties ?? {})) {
    const current = now[name];
    if (current === undefined) all.breaks.push(`${at}.${name} is removed`);
    else compareSchemas(member, current, `${at}.${name}`, way, all);
  }
  const [required, requiredNow] = [before.required ?? [], after.required ?? []];
  const [these, those, what] =
    way === 'request' ? [requiredNow, required, 'is mandatory now'] : [required, requiredNow, 'may be absent now'];
  for (const name of these) {
    if (!those.includes(name) && Object.hasOwn(now, name)) all.breaks.push(`${at}.${name} ${what}`);
  }
}

function compareEntries(before: SchemaShape, after: SchemaShape, at: string, way: Direction, all: Comparison): void {
  const [one, other] = [before.additionalProperties, after.additionalProperties];
  if (typeof one === 'object' && typeof other === 'object') compareSchemas(one, other, `${at}.*`, way, all);
}

/** Compares alternatives, which keep their positions: new ones come last. */
function compareAlternatives(
  before: SchemaShape,
  after: SchemaShape,
  at: string,
  way: Direction,
  all: Comparison,
): void {
  const [old, now] = [before, after].map(({ anyOf, oneOf }) => anyOf ?? oneOf ?? []) as [SchemaShape[], SchemaShape[]];
  if (way === 'request' && now.length > 0 && now.length < old.length) {
    all.breaks.push(`${at} has ${now.length} alternatives, had ${old.length}`);
  }
  if (way === 'answer' && old.length > 0 && now.length > old.length) {
    all.breaks.push(`${at} has ${now.length} alternatives, had ${old.length}`);
  }
  for (const [place, one] of old.entries()) {
    const other = now[place];
    if (other !== undefined) compareSchemas(one, other, `${at}|${place + 1}`, way, all);
  }
}
