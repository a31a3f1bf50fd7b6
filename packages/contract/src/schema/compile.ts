import type { Static, TSchema } from 'typebox';
import { isJsonObject, type JsonObject, type JsonValue } from '../json/exact-number.ts';
import { compileObject, defineMember } from './compile-object.ts';
import { compileInteger, compileText } from './compile-text.ts';
import { joinPath, printableKey } from './field-path.ts';
import type { FieldSchema } from './field-schema.ts';
import type { ValidationResult } from './finding.ts';
import { FORMATS } from './formats.ts';
import { type CheckResults, type FieldCheck, noteDeviation, refuseField, refuseUnknownValue } from './gather-faults.ts';
import { ABSENT, type Tolerance } from './tolerances.ts';

/**
 * Compiles a schema to a function that validates a value. The function returns all findings, every tolerated deviation
 * as a warning, and the value after the tolerances. Unknown members stay in the value and are reported.
 */
export function compile<S extends TSchema>(schema: S): (value: JsonValue, path: string) => ValidationResult<Static<S>> {
  const check = compileField(schema as FieldSchema);
  return (value, path) => {
    const out: CheckResults = { findings: [], count: 0, warnings: [] };
    const accepted = check(value, path, out);
    const { findings, count, warnings } = out;
    return { value: accepted as Static<S>, findings, warnings, omittedCount: count - findings.length };
  };
}

function compileField(schema: FieldSchema): FieldCheck {
  const strict = compileStrict(schema);
  const tolerances = schema.tolerances ?? [];
  if (tolerances.length === 0) return strict;
  const eager = tolerances.filter((tolerance) => tolerance.eager);
  const rest = tolerances.filter((tolerance) => !tolerance.eager);
  return (value, path, out) => {
    const early = firstAccepted(eager, value, path, out);
    if (early === ABSENT) return ABSENT;
    const candidate = early ?? value;
    const before = out.count;
    const result = strict(candidate, path, out);
    if (out.count === before) return result;
    const tolerated = firstAccepted(rest, candidate, path, out);
    if (tolerated === undefined) return result;
    out.count = before;
    out.findings.length = Math.min(out.findings.length, before);
    // An object taken out of its array is still validated. Other values are valid after the tolerance.
    return isJsonObject(tolerated as JsonValue) ? strict(tolerated as JsonValue, path, out) : tolerated;
  };
}

function firstAccepted(tolerances: readonly Tolerance[], value: JsonValue, path: string, out: CheckResults) {
  for (const tolerance of tolerances) {
    const accepted = tolerance.accept(value);
    if (accepted === undefined) continue;
    noteDeviation(out, path, tolerance.rule);
    return accepted;
  }
  return undefined;
}

function compileStrict(schema: FieldSchema): FieldCheck {
  if (schema.variants !== undefined) return compileVariants(schema, schema.variants);
  if (schema.entries !== undefined) return compileMap(schema, schema.entries);
  if (schema.type === undefined && schema.enum === undefined) return (value) => value;
  if (schema.type === 'integer') return compileInteger(schema);
  if (schema.type === 'object') return compileObject(schema, compileField);
  if (schema.type === 'array') return compileArray(schema);
  if (schema.type === 'boolean') {
    return (value, path, out) =>
      typeof value === 'boolean'
        ? value
        : refuseField(out, path, 'wrong_format', 'must be true or false', `send ${path} as true or false`);
  }
  return compileText(schema, Array.isArray(schema.type));
}

/** Validates an object against the schema that one of its members selects. */
function compileVariants(
  { discriminatedBy = '', otherwise }: FieldSchema,
  variants: Record<string, FieldSchema>,
): FieldCheck {
  const checks = new Map(
    Object.entries(variants).map(([name, variant]) => [name, compileObject(variant, compileField)]),
  );
  const checkOther = otherwise === undefined ? undefined : compileObject(otherwise, compileField);
  return (value, path, out) => {
    if (!isJsonObject(value))
      return refuseField(out, path, 'wrong_format', 'must be an object', `send ${path} as an object`);
    const at = joinPath(path, discriminatedBy);
    const kind = Object.hasOwn(value, discriminatedBy) ? value[discriminatedBy] : undefined;
    if (kind === undefined || kind === '') return refuseField(out, at, 'field_missing', 'is mandatory', `add ${at}`);
    const check = (typeof kind === 'string' ? checks.get(kind) : undefined) ?? checkOther;
    return check === undefined
      ? refuseUnknownValue(out, at, 'value_not_allowed', [...checks.keys()])
      : check(value, path, out);
  };
}

function compileMap({ keyFormat }: FieldSchema, entries: FieldSchema): FieldCheck {
  const check = compileField(entries);
  const format = keyFormat === undefined ? undefined : FORMATS[keyFormat];
  return (value, path, out) => {
    if (!isJsonObject(value))
      return refuseField(out, path, 'wrong_format', 'must be an object', `send ${path} as an object`);
    const result: JsonObject = {};
    for (const [key, member] of Object.entries(value)) {
      const at = joinPath(path, printableKey(key));
      if (format !== undefined && !format.test(key)) {
        refuseField(out, at, 'wrong_format', `must be under ${format.expects}`, `name ${at} by ${format.expects}`);
        continue;
      }
      const accepted = check(member, at, out);
      if (accepted !== ABSENT) defineMember(result, key, accepted);
    }
    return result;
  };
}

function compileArray(schema: FieldSchema): FieldCheck {
  const entry = compileField(schema.items ?? {});
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema;
  return (value, path, out) => {
    if (!Array.isArray(value))
      return refuseField(out, path, 'wrong_format', 'must be an array', `send ${path} as an array`);
    if (value.length < minItems) {
      return refuseField(out, path, 'field_missing', `must contain at least ${minItems}`, `add an entry to ${path}`);
    }
    if (value.length > maxItems) {
      return refuseField(
        out,
        path,
        'wrong_length',
        `must contain at most ${maxItems}`,
        `take entries out of ${path}: at most ${maxItems}`,
      );
    }
    return value.map((item, index) => entry(item, `${path}[${index}]`, out)).filter((item) => item !== ABSENT);
  };
}
