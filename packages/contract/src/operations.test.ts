import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Operation } from './operation.ts';
import { OPERATIONS } from './operations.ts';
import type { FieldSchema } from './schema/field-schema.ts';

/** Returns the paths of all lists of a schema that have no maximum. */
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
  it('have a maximum length for every list', () => {
    const endless = OPERATIONS.flatMap((operation) => {
      const schemas = 'requestBody' in operation ? [operation.requestBody] : [operation.request];
      return schemas.flatMap((schema) => listsWithoutMaximum((schema ?? undefined) as FieldSchema, operation.id));
    });
    expect(endless).toEqual([]);
  });
});

const SOURCES = fileURLToPath(new URL('.', import.meta.url));
/** Returns the exported name of every operation that a source file defines. */
function definedOperations(): string[] {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.ts$/.test(file),
  );
  return files.flatMap((file) =>
    [...readFileSync(join(SOURCES, file), 'utf8').matchAll(/^export const (\w+) = define[A-Z]/gm)].map(
      ([, name = '']) => name,
    ),
  );
}

describe('the list of operations', () => {
  it('contains every defined operation exactly once (node scripts/documents/write-docs.mjs)', async () => {
    const contract = (await import('./index.ts')) as unknown as Record<string, Operation>;
    const defined = definedOperations().map((name) => contract[name]?.id ?? `${name} is not exported`);
    expect(OPERATIONS.map(({ id }) => id).sort()).toEqual(defined.sort());
  });

  it('names a unique SDK method for each operation', () => {
    const methods = OPERATIONS.map(({ sdk }: Operation) => sdk);
    expect(methods.filter((name) => !/^[a-z][A-Za-z]*\.[a-z][A-Za-z]*$/.test(name))).toEqual([]);
    expect(new Set(methods).size).toBe(methods.length);
  });
});
