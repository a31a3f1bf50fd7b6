import { isJsonObject, type JsonObject, type JsonValue } from '../json/exact-number.ts';
import { blankCharacter } from './clean-text.ts';
import { joinPath, printableKey } from './field-path.ts';
import type { FieldSchema } from './field-schema.ts';
import { type FieldCheck, type Gathered, noteDeviation, refuseField } from './gather-faults.ts';
import { isSameText, refuseRivals } from './rival-spellings.ts';
import { ABSENT } from './tolerances.ts';

/** An assignment would set the prototype for a member called __proto__. */
export function defineMember(result: JsonObject, key: string, value: JsonValue): void {
  if (key !== '__proto__') result[key] = value;
  else Object.defineProperty(result, key, { value, enumerable: true, configurable: true, writable: true });
}

/** `compileMember` compiles the schemas of its members. */
export function compileObject(schema: FieldSchema, compileMember: (member: FieldSchema) => FieldCheck): FieldCheck {
  const fields = Object.entries(schema.properties ?? {}).map(([key, field]) => ({
    key,
    check: compileMember(field),
    required: schema.required?.includes(key) ?? false,
    mayBeEmpty: field.minLength === 0,
    alsoSpelled: field.alsoSpelled ?? [],
    nullable: field.nullable ?? false,
    isFreeText: isFreeText(field),
  }));
  const known = new Set(fields.map((field) => field.key));
  return (value, path, out) => {
    if (!isJsonObject(value))
      return refuseField(out, path, 'wrong_format', 'must be an object', `give ${path} as an object`);
    const result: JsonObject = {};
    const taken: string[] = [];
    for (const { key, check, required, mayBeEmpty, alsoSpelled, nullable, isFreeText } of fields) {
      const hasOthers = alsoSpelled.length > 0;
      const other = hasOthers ? alsoSpelled.find((name) => Object.hasOwn(value, name)) : undefined;
      const spelling = Object.hasOwn(value, key) ? key : other;
      const written = spelling === undefined ? undefined : value[spelling];
      const given = nullable && written === null ? undefined : written;
      if (spelling === undefined || given === undefined || (required && given === '' && !mayBeEmpty)) {
        if (spelling !== undefined) taken.push(spelling);
        const at = joinPath(path, spelling ?? key);
        if (required) refuseField(out, at, 'field_missing', 'is mandatory', `add ${at}`);
        continue;
      }
      if (spelling !== key) {
        taken.push(spelling);
        noteDeviation(out, joinPath(path, spelling), 'other-key');
      }
      const rival = hasOthers ? alsoSpelled.find((name) => name !== spelling && Object.hasOwn(value, name)) : undefined;
      if (rival !== undefined && !isSameText(value[rival]!, given)) {
        taken.push(rival);
        refuseRivals(out, joinPath(path, spelling), joinPath(path, rival));
      }
      const blank = required && isFreeText && typeof given === 'string' ? blankCharacter(given) : undefined;
      if (blank !== undefined) {
        const at = joinPath(path, spelling);
        refuseField(out, at, 'wrong_format', `must not hold ${blank} alone`, `give ${at} a text that can be seen`);
        continue;
      }
      const accepted = check(given, joinPath(path, spelling), out);
      if (accepted !== ABSENT) result[key] = accepted;
    }
    keepUnknown(value, known, taken, path, result, out);
    return result;
  };
}

/** A text that means what it says to people. Others have their format, their values or a tolerance for them. */
function isFreeText({ type, enum: values, fieldFormat, tolerances, mayBeBlank }: FieldSchema): boolean {
  if (type !== 'string' || mayBeBlank === true) return false;
  return values === undefined && fieldFormat === undefined && tolerances === undefined;
}

function keepUnknown(
  value: JsonObject,
  known: ReadonlySet<string>,
  taken: readonly string[],
  path: string,
  result: JsonObject,
  out: Gathered,
): void {
  for (const key of Object.keys(value)) {
    if (known.has(key) || taken.includes(key)) continue;
    defineMember(result, key, value[key] as JsonValue);
    noteDeviation(out, joinPath(path, printableKey(key)), 'unknown-field');
  }
}
