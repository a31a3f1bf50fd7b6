import { isJsonObject, type JsonObject, type JsonValue } from '../json/exact-number.ts';
import { blankCharacter } from './clean-text.ts';
import { joinPath, printableKey } from './field-path.ts';
import type { FieldSchema } from './field-schema.ts';
import { type CheckResults, type FieldCheck, noteDeviation, refuseField } from './gather-faults.ts';
import { createObjectMaker } from './object-maker.ts';
import { isSameText, refuseRivals } from './rival-spellings.ts';
import { ABSENT } from './tolerances.ts';

/** An assignment to __proto__ would set the prototype instead of a member. */
export function defineMember(result: JsonObject, key: string, value: JsonValue): void {
  if (key !== '__proto__') result[key] = value;
  else Object.defineProperty(result, key, { value, enumerable: true, configurable: true, writable: true });
}

/** Compiles an object schema. `compileMember` compiles the schemas of its members. */
export function compileObject(schema: FieldSchema, compileMember: (member: FieldSchema) => FieldCheck): FieldCheck {
  const fields = Object.entries(schema.properties ?? {}).map(([key, field], place) => ({
    key,
    place,
    check: compileMember(field),
    required: schema.required?.includes(key) ?? false,
    mayBeEmpty: field.minLength === 0,
    alsoSpelled: field.alsoSpelled ?? [],
    nullable: field.nullable ?? false,
    isFreeText: isFreeText(field),
    // Objects inherit such members, so only an own property counts.
    isInherited: key in Object.prototype,
  }));
  const keys = fields.map((field) => field.key);
  const names = new Set(keys);
  const make = createObjectMaker(keys);
  return (value, path, out) => {
    if (!isJsonObject(value))
      return refuseField(out, path, 'wrong_format', 'must be an object', `send ${path} as an object`);
    const accepted = new Array<JsonValue | typeof ABSENT>(fields.length).fill(ABSENT);
    const members: string[] = [];
    let keyCount = 0;
    for (const { key, place, check, required, mayBeEmpty, alsoSpelled, nullable, isFreeText, isInherited } of fields) {
      const hasOthers = alsoSpelled.length > 0;
      const own = isInherited && !Object.hasOwn(value, key) ? undefined : value[key];
      if (own !== undefined) keyCount += 1;
      const spelling = own !== undefined ? key : hasOthers ? spellingIn(value, alsoSpelled) : undefined;
      const sent = spelling === undefined || spelling === key ? own : value[spelling];
      const present = nullable && sent === null ? undefined : sent;
      if (spelling === undefined || present === undefined || (required && present === '' && !mayBeEmpty)) {
        if (spelling !== undefined) members.push(spelling);
        const missing = joinPath(path, spelling ?? key);
        if (required) refuseField(out, missing, 'field_missing', 'is mandatory', `add ${missing}`);
        continue;
      }
      if (spelling !== key) {
        members.push(spelling);
        noteDeviation(out, joinPath(path, spelling), 'other-key');
      }
      const rival = hasOthers ? spellingIn(value, alsoSpelled, spelling) : undefined;
      if (rival !== undefined && !isSameText(value[rival]!, present)) {
        members.push(rival);
        refuseRivals(out, joinPath(path, spelling), joinPath(path, rival));
      }
      const blank = required && isFreeText && typeof present === 'string' ? blankCharacter(present) : undefined;
      if (blank !== undefined) {
        const unseen = joinPath(path, spelling);
        refuseField(
          out,
          unseen,
          'wrong_format',
          `must not contain only ${blank}`,
          `set ${unseen} to a text with visible characters`,
        );
        continue;
      }
      accepted[place] = check(present, joinPath(path, spelling), out);
    }
    const result = make(accepted);
    // Usually, the members found by the keys of the schema are all members of the value.
    if (countMembers(value) > keyCount) {
      const unknown = Object.keys(value).filter((key) => !names.has(key) && !members.includes(key));
      if (schema.refusesUnknown) refuseUnknown(unknown, keys, path, out);
      else retainUnknown(value, unknown, path, result, out);
    }
    return result;
  };
}

function spellingIn(value: JsonObject, spellings: readonly string[], except?: string): string | undefined {
  for (const name of spellings) if (name !== except && Object.hasOwn(value, name)) return name;
  return undefined;
}

function countMembers(value: JsonObject): number {
  let members = 0;
  for (const _ in value) members += 1;
  return members;
}

/** Returns whether a text has a meaning only for people. Other texts have a format, a list of values or a tolerance. */
function isFreeText({ type, enum: values, fieldFormat, tolerances, mayBeBlank }: FieldSchema): boolean {
  if (type !== 'string' || mayBeBlank === true) return false;
  return values === undefined && fieldFormat === undefined && tolerances === undefined;
}

function refuseUnknown(unknown: readonly string[], names: readonly string[], path: string, out: CheckResults): void {
  for (const key of unknown) {
    const at = joinPath(path, printableKey(key));
    refuseField(out, at, 'value_not_allowed', 'is not a field of this object', `use one of ${names.join(', ')}`);
  }
}

function retainUnknown(
  value: JsonObject,
  unknown: readonly string[],
  path: string,
  result: JsonObject,
  out: CheckResults,
): void {
  for (const key of unknown) {
    defineMember(result, key, value[key] as JsonValue);
    noteDeviation(out, joinPath(path, printableKey(key)), 'unknown-field');
  }
}
