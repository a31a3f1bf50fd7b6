import { numberText } from '../json/exact-number.ts';
import { forbiddenCharacter } from './clean-text.ts';
import type { FieldSchema } from './field-schema.ts';
import { FORMATS } from './formats.ts';
import { type FieldCheck, refuseField, refuseUnknownValue } from './gather-faults.ts';

export function compileText(schema: FieldSchema, numbersToo: boolean): FieldCheck {
  const { maxLength = Number.POSITIVE_INFINITY, minLength = 0, error = 'value_not_allowed' } = schema;
  const format = schema.fieldFormat === undefined ? undefined : FORMATS[schema.fieldFormat];
  const values = schema.enum === undefined ? undefined : new Set(schema.enum);
  const inLines = (text: string) => (schema.hasLines ? text.replace(/[\r\n\t]/g, '') : text);
  const kind = numbersToo ? 'a number' : 'a string';
  return (value, path, out) => {
    const text = typeof value === 'string' ? value : numbersToo ? numberText(value) : undefined;
    if (text === undefined) return refuseField(out, path, 'wrong_format', `must be ${kind}`, `send ${path} as ${kind}`);
    // A code point has one or two UTF-16 units, so texts outside these bounds need no count of their code points.
    const length = text.length > maxLength || text.length < 2 * minLength ? codePoints(text) : text.length;
    if (length > maxLength) {
      const most = `at most ${maxLength} characters`;
      return refuseField(out, path, 'wrong_length', `must be ${most}`, `shorten ${path} to ${most}`);
    }
    if (length < minLength) {
      const least = `at least ${minLength} characters`;
      return refuseField(out, path, 'wrong_length', `must be ${least}`, `lengthen ${path} to ${least}`);
    }
    const isAllowed = values?.has(text) ?? false;
    // This check comes before value and format, because the code point explains the fault of a text that looks correct.
    const forbidden = isAllowed || schema.error !== undefined ? undefined : forbiddenCharacter(inLines(text));
    if (forbidden !== undefined) {
      const action = `take ${forbidden} out of ${path}`;
      return refuseField(out, path, 'wrong_format', `must not contain ${forbidden}`, action, forbidden);
    }
    if (values !== undefined && !isAllowed) return refuseUnknownValue(out, path, error, [...values]);
    if (format !== undefined && !format.test(text)) {
      const suggestion = 'suggest' in format ? format.suggest(text) : undefined;
      const action =
        suggestion === undefined ? `send ${path} as ${format.expects}` : `write ${path} as "${suggestion}"`;
      return refuseField(out, path, 'wrong_format', `must be ${format.expects}`, action);
    }
    return value;
  };
}

export function compileInteger({
  minimum = Number.MIN_SAFE_INTEGER,
  maximum = Number.MAX_SAFE_INTEGER,
}: FieldSchema): FieldCheck {
  return (value, path, out) => {
    if (!Number.isInteger(value)) {
      return refuseField(out, path, 'wrong_format', 'must be a whole number', `send ${path} as a whole number`);
    }
    if ((value as number) >= minimum && (value as number) <= maximum) return value;
    const range = `from ${minimum} to ${maximum}`;
    return refuseField(out, path, 'value_not_allowed', `must be ${range}`, `set ${path} to a number ${range}`);
  };
}

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
