import type { Static, TSchema } from 'typebox';
import type { ErrorCode } from '../errors.ts';
import { isJsonObject, type JsonObject, type JsonValue, numberText } from '../json/exact-number.ts';
import type { FieldOptions } from './fields.ts';
import type { Checked, Finding, Warning } from './finding.ts';
import { FORMATS } from './formats.ts';
import { ABSENT, type Tolerance } from './tolerances.ts';

/** What `compile` reads of a schema: JSON Schema keywords and the annotations of `FieldOptions`. */
export interface FieldSchema extends FieldOptions {
  type?: string | readonly string[];
  maxLength?: number;
  enum?: readonly string[];
  properties?: Record<string, FieldSchema>;
  required?: readonly string[];
  items?: FieldSchema;
  minItems?: number;
  maxItems?: number;
}

interface Gathered {
  findings: Finding[];
  warnings: Warning[];
}

type Check = (value: JsonValue, path: string, out: Gathered) => JsonValue | typeof ABSENT;

/** More findings or unknown fields than this are not listed: an answer must not outgrow its request. */
const MOST_FINDINGS = 200;
const MOST_WARNINGS = 50;

/**
 * Turns a schema into a function that holds a value against it: **all** findings, every tolerated deviation as a
 * warning, and the value in the form that the tolerances give it. Unknown members are kept and reported.
 */
export function compile<S extends TSchema>(schema: S): (value: JsonValue, path: string) => Checked<Static<S>> {
  const check = compileField(schema as FieldSchema);
  return (value, path) => {
    const out: Gathered = { findings: [], warnings: [] };
    const accepted = check(value, path, out);
    out.findings.length = Math.min(out.findings.length, MOST_FINDINGS);
    return { value: accepted as Static<S>, ...out };
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
    const before = out.findings.length;
    const result = strict(candidate, path, out);
    if (out.findings.length === before) return result;
    const tolerated = firstAccepted(late, candidate, path, out);
    if (tolerated === undefined) return result;
    out.findings.length = before;
    // an object taken out of its array still has to pass; a leaf is what its tolerance says
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
  if (schema.type === 'object') return compileObject(schema);
  if (schema.type === 'array') return compileArray(schema);
  if (schema.type === 'boolean') {
    return (value, path, out) =>
      typeof value === 'boolean' ? value : refuse(out, path, '105', 'must be true or false');
  }
  return compileText(schema, Array.isArray(schema.type));
}

function compileText(schema: FieldSchema, numbersToo: boolean): Check {
  const { maxLength = Number.POSITIVE_INFINITY, minLength = 0, code = '106' } = schema;
  const format = schema.fieldFormat === undefined ? undefined : FORMATS[schema.fieldFormat];
  const values = schema.enum === undefined ? undefined : new Set(schema.enum);
  return (value, path, out) => {
    const text = typeof value === 'string' ? value : numbersToo ? numberText(value) : undefined;
    if (text === undefined) return refuse(out, path, '105', numbersToo ? 'must be a number' : 'must be a string');
    // a code point is one or two UTF-16 units, so only a text beyond the maximum in units needs counting
    const length = text.length > maxLength || text.length < 2 * minLength ? codePoints(text) : text.length;
    if (length > maxLength) return refuse(out, path, '104', `must be at most ${maxLength} characters`);
    if (length < minLength) return refuse(out, path, '104', `must be at least ${minLength} characters`);
    if (values !== undefined && !values.has(text)) {
      return refuse(out, path, code, `must be ${[...values].map((one) => one || 'empty').join(' or ')}`);
    }
    if (format !== undefined && !format.test(text)) return refuse(out, path, '105', `must be ${format.expects}`);
    return value;
  };
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
    if (!Array.isArray(value)) return refuse(out, path, '105', 'must be an array');
    if (value.length < minItems) return refuse(out, path, '103', `must hold at least ${minItems}`);
    if (value.length > maxItems) return refuse(out, path, '104', `must hold at most ${maxItems}`);
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
  }));
  const known = new Set(fields.map((field) => field.key));
  return (value, path, out) => {
    if (!isJsonObject(value)) return refuse(out, path, '105', 'must be an object');
    const result: JsonObject = {};
    const taken = new Set<string>();
    for (const { key, check, required, mayBeEmpty, alsoSpelled, nullable } of fields) {
      const spelling = Object.hasOwn(value, key) ? key : alsoSpelled.find((other) => Object.hasOwn(value, other));
      const written = spelling === undefined ? undefined : value[spelling];
      const given = nullable && written === null ? undefined : written;
      if (spelling === undefined || given === undefined || (required && given === '' && !mayBeEmpty)) {
        if (spelling !== undefined) taken.add(spelling);
        if (required) refuse(out, join(path, key), '103', 'is mandatory');
        continue;
      }
      if (spelling !== key) {
        taken.add(spelling);
        warn(out, join(path, spelling), 'other-key');
      }
      const accepted = check(given, join(path, spelling), out);
      if (accepted !== ABSENT) result[key] = accepted;
    }
    keepUnknown(value, known, taken, path, result, out);
    return result;
  };
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
    // defineProperty, so that a member called __proto__ is a member and not the prototype
    Object.defineProperty(result, key, { value: value[key], enumerable: true, configurable: true, writable: true });
    warn(out, join(path, printableKey(key)), 'unknown-field');
  }
}

/** Keys are the caller's text: shortened, and long numbers hidden, also in groups, before they go into a list or a log. */
function printableKey(key: string): string {
  return key.replace(/\d(?:[ .:_+-]?\d){11,}/g, '#').slice(0, 60);
}

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}

function warn(out: Gathered, path: string, rule: string): void {
  if (out.warnings.length < MOST_WARNINGS) out.warnings.push({ path, rule });
}

function refuse(out: Gathered, path: string, code: ErrorCode, message: string): null {
  out.findings.push({ path, code, message });
  return null;
}
