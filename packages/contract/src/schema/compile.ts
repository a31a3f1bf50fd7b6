import type { Static, TSchema } from 'typebox';
import type { ErrorName } from '../errors.ts';
import { isJsonObject, type JsonObject, type JsonValue, numberText } from '../json/exact-number.ts';
import { writeJson } from '../json/write-json.ts';
import { blankCharacter, forbiddenCharacter } from './clean-text.ts';
import type { FieldOptions } from './fields.ts';
import type { Checked, Finding, Warning } from './finding.ts';
import { FORMATS, type FormatName } from './formats.ts';
import { ABSENT, type Tolerance } from './tolerances.ts';

/** What `compile` reads of a schema: JSON Schema keywords and the annotations of `FieldOptions`. */
export interface FieldSchema extends FieldOptions {
  type?: string | readonly string[];
  maxLength?: number;
  enum?: readonly string[];
  properties?: Record<string, FieldSchema>;
  required?: readonly string[];
  items?: FieldSchema;
  /** Only documentation for what is sent. For received values the alternative is chosen before validation. */
  anyOf?: readonly FieldSchema[];
  minItems?: number;
  maxItems?: number;
  /** The maximum counts the entries of all lists at this place in a request together. */
  maximumOfAll?: true;
  minimum?: number;
  maximum?: number;
  /**
   * The member of this name decides which of `variants` an object is; without `otherwise`, no other value is allowed.
   */
  discriminatedBy?: string;
  variants?: Record<string, FieldSchema>;
  otherwise?: FieldSchema;
  /** A map: every key has this format, every value this schema. */
  keyFormat?: FormatName;
  entries?: FieldSchema;
}

interface Gathered {
  findings: Finding[];
  /** Number of all findings, listed or not. */
  count: number;
  warnings: Warning[];
}

type Check = (value: JsonValue, path: string, out: Gathered) => JsonValue | typeof ABSENT;

/** At most so many findings or unknown fields are listed: an answer must not outgrow its request. */
const MOST_FINDINGS = 200;
const MOST_WARNINGS = 50;

/**
 * Turns a schema into a function that validates a value. It gives **all** findings, every tolerated deviation as a
 * warning, and the value in the form that the tolerances give it. Unknown members are kept and reported.
 */
export function compile<S extends TSchema>(schema: S): (value: JsonValue, path: string) => Checked<Static<S>> {
  const check = compileField(schema as FieldSchema);
  return (value, path) => {
    const out: Gathered = { findings: [], count: 0, warnings: [] };
    const accepted = check(value, path, out);
    const { findings, count, warnings } = out;
    return { value: accepted as Static<S>, findings, warnings, unlisted: count - findings.length };
  };
}

function compileField(schema: FieldSchema): Check {
  const strict = compileStrict(schema);
  const tolerances = schema.tolerances ?? [];
  if (tolerances.length === 0) return strict;
  const eager = tolerances.filter((tolerance) => tolerance.eager);
  const late = tolerances.filter((tolerance) => !tolerance.eager);
  return (value, path, out) => {
    const early = firstAccepted(eager, value, path, out);
    if (early === ABSENT) return ABSENT;
    const candidate = early ?? value;
    const before = out.count;
    const result = strict(candidate, path, out);
    if (out.count === before) return result;
    const tolerated = firstAccepted(late, candidate, path, out);
    if (tolerated === undefined) return result;
    out.count = before;
    out.findings.length = Math.min(out.findings.length, before);
    // an object taken out of its array is still validated; for a plain value the tolerance decides
    return isJsonObject(tolerated as JsonValue) ? strict(tolerated as JsonValue, path, out) : tolerated;
  };
}

function firstAccepted(tolerances: readonly Tolerance[], value: JsonValue, path: string, out: Gathered) {
  for (const tolerance of tolerances) {
    const accepted = tolerance.accept(value);
    if (accepted === undefined) continue;
    warn(out, path, tolerance.rule);
    return accepted;
  }
  return undefined;
}

function compileStrict(schema: FieldSchema): Check {
  if (schema.variants !== undefined) return compileVariants(schema, schema.variants);
  if (schema.entries !== undefined) return compileMap(schema, schema.entries);
  if (schema.type === undefined && schema.enum === undefined) return (value) => value;
  if (schema.type === 'integer') return compileInteger(schema);
  if (schema.type === 'object') return compileObject(schema);
  if (schema.type === 'array') return compileArray(schema);
  if (schema.type === 'boolean') {
    return (value, path, out) =>
      typeof value === 'boolean'
        ? value
        : refuse(out, path, 'wrong_format', 'must be true or false', `give ${path} as true or false`);
  }
  return compileText(schema, Array.isArray(schema.type));
}

function compileText(schema: FieldSchema, numbersToo: boolean): Check {
  const { maxLength = Number.POSITIVE_INFINITY, minLength = 0, error = 'value_not_allowed' } = schema;
  const format = schema.fieldFormat === undefined ? undefined : FORMATS[schema.fieldFormat];
  const values = schema.enum === undefined ? undefined : new Set(schema.enum);
  const kind = numbersToo ? 'a number' : 'a string';
  return (value, path, out) => {
    const text = typeof value === 'string' ? value : numbersToo ? numberText(value) : undefined;
    if (text === undefined) return refuse(out, path, 'wrong_format', `must be ${kind}`, `give ${path} as ${kind}`);
    // a code point is one or two UTF-16 units, so only a text beyond the maximum in units needs counting
    const length = text.length > maxLength || text.length < 2 * minLength ? codePoints(text) : text.length;
    if (length > maxLength) {
      const most = `at most ${maxLength} characters`;
      return refuse(out, path, 'wrong_length', `must be ${most}`, `shorten ${path} to ${most}`);
    }
    if (length < minLength) {
      const least = `at least ${minLength} characters`;
      return refuse(out, path, 'wrong_length', `must be ${least}`, `lengthen ${path} to ${least}`);
    }
    if (values !== undefined && !values.has(text)) return refuseUnlisted(out, path, error, [...values]);
    if (format !== undefined && !format.test(text)) {
      const meant = 'suggest' in format ? format.suggest(text) : undefined;
      const action = meant === undefined ? `give ${path} as ${format.expects}` : `write ${path} as "${meant}"`;
      return refuse(out, path, 'wrong_format', `must be ${format.expects}`, action);
    }
    const inLines = schema.hasLines ? text.replace(/[\r\n\t]/g, '') : text;
    const forbidden = values === undefined ? forbiddenCharacter(inLines) : undefined;
    if (forbidden === undefined) return value;
    return refuse(out, path, 'wrong_format', `must not hold ${forbidden}`, `take ${forbidden} out of ${path}`);
  };
}

function refuseUnlisted(out: Gathered, path: string, error: ErrorName, values: readonly string[]): null {
  const named = values.map((one) => one || 'empty');
  return refuse(out, path, error, `must be ${named.join(' or ')}`, `use one of ${named.join(', ')} for ${path}`);
}

function compileInteger({ minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER }: FieldSchema): Check {
  return (value, path, out) => {
    if (!Number.isInteger(value)) {
      return refuse(out, path, 'wrong_format', 'must be a whole number', `give ${path} as a whole number`);
    }
    if ((value as number) >= minimum && (value as number) <= maximum) return value;
    const range = `from ${minimum} to ${maximum}`;
    return refuse(out, path, 'value_not_allowed', `must be ${range}`, `give ${path} a number ${range}`);
  };
}

/** An object is validated against the schema that its own member selects. */
function compileVariants(
  { discriminatedBy = '', otherwise }: FieldSchema,
  variants: Record<string, FieldSchema>,
): Check {
  const checks = new Map(Object.entries(variants).map(([name, variant]) => [name, compileObject(variant)]));
  const checkOther = otherwise === undefined ? undefined : compileObject(otherwise);
  return (value, path, out) => {
    if (!isJsonObject(value))
      return refuse(out, path, 'wrong_format', 'must be an object', `give ${path} as an object`);
    const at = join(path, discriminatedBy);
    const kind = Object.hasOwn(value, discriminatedBy) ? value[discriminatedBy] : undefined;
    if (kind === undefined || kind === '') return refuse(out, at, 'field_missing', 'is mandatory', `add ${at}`);
    const check = (typeof kind === 'string' ? checks.get(kind) : undefined) ?? checkOther;
    return check === undefined
      ? refuseUnlisted(out, at, 'value_not_allowed', [...checks.keys()])
      : check(value, path, out);
  };
}

function compileMap({ keyFormat }: FieldSchema, entries: FieldSchema): Check {
  const check = compileField(entries);
  const format = keyFormat === undefined ? undefined : FORMATS[keyFormat];
  return (value, path, out) => {
    if (!isJsonObject(value))
      return refuse(out, path, 'wrong_format', 'must be an object', `give ${path} as an object`);
    const result: JsonObject = {};
    for (const [key, member] of Object.entries(value)) {
      const at = join(path, printableKey(key));
      if (format !== undefined && !format.test(key)) {
        refuse(out, at, 'wrong_format', `must be under ${format.expects}`, `name ${at} by ${format.expects}`);
        continue;
      }
      const accepted = check(member, at, out);
      if (accepted !== ABSENT) define(result, key, accepted);
    }
    return result;
  };
}

/** Not by assignment, which would set the prototype for a member called __proto__. */
function define(result: JsonObject, key: string, value: JsonValue): void {
  Object.defineProperty(result, key, { value, enumerable: true, configurable: true, writable: true });
}

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

function compileArray(schema: FieldSchema): Check {
  const entry = compileField(schema.items ?? {});
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema;
  return (value, path, out) => {
    if (!Array.isArray(value)) return refuse(out, path, 'wrong_format', 'must be an array', `give ${path} as an array`);
    if (value.length < minItems) {
      return refuse(out, path, 'field_missing', `must hold at least ${minItems}`, `add an entry to ${path}`);
    }
    if (value.length > maxItems) {
      return refuse(
        out,
        path,
        'wrong_length',
        `must hold at most ${maxItems}`,
        `take entries out of ${path}: at most ${maxItems}`,
      );
    }
    return value.map((item, index) => entry(item, `${path}[${index}]`, out)).filter((item) => item !== ABSENT);
  };
}

function compileObject(schema: FieldSchema): Check {
  const fields = Object.entries(schema.properties ?? {}).map(([key, field]) => ({
    key,
    check: compileField(field),
    required: schema.required?.includes(key) ?? false,
    mayBeEmpty: field.minLength === 0,
    alsoSpelled: field.alsoSpelled ?? [],
    nullable: field.nullable ?? false,
    isFreeText: isFreeText(field),
  }));
  const known = new Set(fields.map((field) => field.key));
  return (value, path, out) => {
    if (!isJsonObject(value))
      return refuse(out, path, 'wrong_format', 'must be an object', `give ${path} as an object`);
    const result: JsonObject = {};
    const taken = new Set<string>();
    for (const { key, check, required, mayBeEmpty, alsoSpelled, nullable, isFreeText } of fields) {
      const spelling = Object.hasOwn(value, key) ? key : alsoSpelled.find((other) => Object.hasOwn(value, other));
      const written = spelling === undefined ? undefined : value[spelling];
      const given = nullable && written === null ? undefined : written;
      if (spelling === undefined || given === undefined || (required && given === '' && !mayBeEmpty)) {
        if (spelling !== undefined) taken.add(spelling);
        const at = join(path, spelling ?? key);
        if (required) refuse(out, at, 'field_missing', 'is mandatory', `add ${at}`);
        continue;
      }
      if (spelling !== key) {
        taken.add(spelling);
        warn(out, join(path, spelling), 'other-key');
      }
      const rival = alsoSpelled.find((other) => other !== spelling && Object.hasOwn(value, other));
      if (rival !== undefined && !isSameText(value[rival]!, given)) {
        taken.add(rival);
        refuseRivals(out, join(path, spelling), join(path, rival));
      }
      const blank = required && isFreeText && typeof given === 'string' ? blankCharacter(given) : undefined;
      if (blank !== undefined) {
        const at = join(path, spelling);
        refuse(out, at, 'wrong_format', `must not hold ${blank} alone`, `give ${at} a text that can be seen`);
        continue;
      }
      const accepted = check(given, join(path, spelling), out);
      if (accepted !== ABSENT) result[key] = accepted;
    }
    keepUnknown(value, known, taken, path, result, out);
    return result;
  };
}

/** Two spellings of one field: if their values differ, nobody can know which one counts. */
export function refuseRivals(out: Pick<Gathered, 'findings' | 'count'>, one: string, other: string): void {
  for (const [path, rival] of [
    [one, other],
    [other, one],
  ] as const) {
    const message = `differs from ${rival}, which means the same`;
    refuse(out, path, 'value_not_allowed', message, `send only one of ${one} and ${other}`);
  }
}

/** Whether two values are written alike, be it as a text or as a number. */
export function isSameText(one: JsonValue, other: JsonValue): boolean {
  const [first, second] = [one, other].map((value) => (typeof value === 'string' ? value : writeJson(value)));
  return first === second;
}

/** A text that means what it says to people. Others have their format, their values or a tolerance for them. */
function isFreeText({ type, enum: values, fieldFormat, tolerances, mayBeBlank }: FieldSchema): boolean {
  if (type !== 'string' || mayBeBlank === true) return false;
  return values === undefined && fieldFormat === undefined && tolerances === undefined;
}

function keepUnknown(
  value: JsonObject,
  known: ReadonlySet<string>,
  taken: ReadonlySet<string>,
  path: string,
  result: JsonObject,
  out: Gathered,
): void {
  for (const key of Object.keys(value)) {
    if (known.has(key) || taken.has(key)) continue;
    define(result, key, value[key] as JsonValue);
    warn(out, join(path, printableKey(key)), 'unknown-field');
  }
}

/** Keys are the caller's text: shortened, and long numbers hidden, also in groups, before they go into a list or a log. */
export function printableKey(key: string): string {
  return key
    .slice(0, 1_000)
    .replace(/\d(?:[ .:_+-]?\d){11,}/g, '#')
    .slice(0, 60);
}

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}

function warn(out: Gathered, path: string, rule: string): void {
  if (out.warnings.length < MOST_WARNINGS) out.warnings.push({ path, rule });
}

function refuse(
  out: Pick<Gathered, 'findings' | 'count'>,
  path: string,
  error: ErrorName,
  message: string,
  action: string,
): null {
  out.count += 1;
  if (out.findings.length < MOST_FINDINGS) out.findings.push({ path, error, message, action });
  return null;
}
