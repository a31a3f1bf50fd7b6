import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../operations.ts';
import { compile } from './compile.ts';
import type { FieldSchema } from './field-schema.ts';
import { optional, record, text } from './fields.ts';
import { anyText } from './tolerances.ts';

const schema = record({
  name: text(50),
  note: optional(text(50)),
  mail: optional(text(50, { fieldFormat: 'email' })),
  site: optional(text(50, { fieldFormat: 'url' })),
  state: optional(text(2, { tolerances: [anyText(50)] })),
  count: optional(text(50, { mayBeBlank: true })),
  key: optional(text(50, { hasLines: true })),
});
const check = compile(schema);
const findingsOf = (value: Record<string, string>) =>
  check({ name: 'Souk', ...value }, '').findings.map(({ path, error, message }) => `${error} ${path} ${message}`);

describe('a text', () => {
  it.each([
    ['a line break', 'a\nb', 'U+000A'],
    ['a tab', 'a\tb', 'U+0009'],
    ['an escape', '\u001b[31m', 'U+001B'],
    ['a delete', 'a\u007f', 'U+007F'],
    ['a control character of the second block', 'a\u0085', 'U+0085'],
    ['a separator of lines', 'a\u2028b', 'U+2028'],
    ['an override of the direction', 'Souk\u202eknaB', 'U+202E'],
    ['an embedding', '\u202aSouk\u202c', 'U+202A'],
    ['an isolate', '\u2067Souk\u2069', 'U+2067'],
  ])('with %s is refused, and the finding names the character', (_what, text, named) => {
    expect(findingsOf({ name: text })).toEqual([`wrong_format name must not contain ${named}`]);
    expect(findingsOf({ note: text })).toEqual([`wrong_format note must not contain ${named}`]);
    expect(check({ name: text }, '').findings[0]?.action).toBe(`take ${named} out of name`);
  });

  it('of several lines, such as a key, accepts line breaks and tabs, and no other control character', () => {
    expect(findingsOf({ key: '-----\r\nVersion:\t1\n-----\n' })).toEqual([]);
    expect(findingsOf({ key: 'a\nb\u0000' })).toEqual(['wrong_format key must not contain U+0000']);
  });

  it('with a format or a tolerance is refused for it too', () => {
    expect(findingsOf({ mail: 'a\u202eb@c' })).toEqual(['wrong_format mail must not contain U+202E']);
    expect(findingsOf({ site: 'https://souk.example/\u202e' })).toEqual(['wrong_format site must not contain U+202E']);
    expect(findingsOf({ state: 'Dubai\u202e' })).toEqual(['wrong_length state must be at most 2 characters']);
  });

  it.each([
    ['blanks', '   ', 'U+0020'],
    ['no-break blanks', '\u00a0\u00a0', 'U+00A0'],
    ['ideographic blanks', '\u3000', 'U+3000'],
    ['blanks of no width', '\u200b\u200b', 'U+200B'],
    ['marks of direction', '\u200f', 'U+200F'],
    ['a letter without a glyph', '\u3164', 'U+3164'],
  ])('that is mandatory and contains only %s is refused', (_what, text, named) => {
    expect(findingsOf({ name: text })).toEqual([`wrong_format name must not contain only ${named}`]);
    expect(findingsOf({ note: text, count: text })).toEqual([]);
  });

  it.each([
    ['Arabic', 'شركة الصقر الأسود ذ.م.م'],
    ['Arabic with a mark of direction', 'شركة\u200f (دبي)\u061c 12'],
    ['Hebrew', 'בית קפה של רחל'],
    ['Persian with a joiner', 'می\u200cخواهم'],
    ['both directions', 'Café بيروت 1'],
    ['an emoji of several parts', '👩\u200d🍳 Kitchen'],
    ['blanks at its ends', ' Souk '],
  ])('in %s is accepted', (_what, text) => {
    expect(findingsOf({ name: text, note: text })).toEqual([]);
  });
});

/** Returns the path of every text in a schema, with a value that reaches it. */
function textPlaces(
  field: FieldSchema | undefined,
  wrap: (value: never) => unknown,
  path: string,
): [string, unknown][] {
  if (field === undefined) return [];
  if (field.type === 'string' && field.enum === undefined && (field.maxLength ?? 99) > 2) {
    return [[path, wrap('a\u202eb' as never)]];
  }
  return Object.entries(field.properties ?? {}).flatMap(([key, member]) =>
    textPlaces(member, (value) => wrap({ [key]: value } as never), `${path}.${key}`),
  );
}

describe('every string of every request', () => {
  it('is refused if it overrides the direction', () => {
    const accepted = OPERATIONS.flatMap((operation) => {
      const sent = 'requestBody' in operation ? operation.requestBody : operation.request;
      // A deny list is CSV. Its reader checks its texts for the same characters.
      if (sent === null || (sent as FieldSchema).type === 'string') return [];
      const checkSent = compile(sent);
      return textPlaces(sent as FieldSchema, (value) => value, '')
        .filter(
          ([path, value]) => !checkSent(value as never, '').findings.some((finding) => `.${finding.path}` === path),
        )
        .map(([path]) => `${operation.id}${path}`);
    });
    expect(accepted).toEqual([]);
  });
});
