import { describe, expect, it } from 'vitest';
import { OPERATIONS } from './operations.ts';
import type { FieldSchema } from './schema/field-schema.ts';

/** Paths of all lists of a schema that have no maximum. */
function listsWithoutMaximum(schema: FieldSchema | undefined, path: string): string[] {
  if (schema === undefined) return [];
  const { properties = {}, anyOf = [], variants = {}, otherwise, entries, items } = schema;
  const isEndless = schema.type === 'array' && schema.maxItems === undefined;
  const below: [FieldSchema | undefined, string][] = [
    ...Object.entries(properties).map(([key, member]): [FieldSchema, string] => [member, `${path}.${key}`]),
    ...[...anyOf, ...Object.values(variants)].map((other): [FieldSchema, string] => [other, path]),
    [otherwise, path],
    [entries, `${path}.*`],
    [items, `${path}[]`],
  ];
  return [...(isEndless ? [path] : []), ...below.flatMap(([one, at]) => listsWithoutMaximum(one, at))];
}

describe('the requests of all operations', () => {
  it('have a maximum for every list', () => {
    const endless = OPERATIONS.flatMap((operation) => {
      const schemas = 'requestBody' in operation ? [operation.requestBody] : [operation.request];
      return schemas.flatMap((schema) => listsWithoutMaximum((schema ?? undefined) as FieldSchema, operation.id));
    });
    expect(endless).toEqual([]);
  });
});
