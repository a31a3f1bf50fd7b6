import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { loadSpecification, SpecificationError } from './load-specification.ts';
import { BUILT_IN_NAMES, SpecificationSchema } from './specification.ts';
import { SPECIFICATIONS } from './specifications/built-in.ts';

const PUBLISHED = new URL('../specification.schema.json', import.meta.url);

const CUSTOM = {
  $schema: './specification.schema.json',
  name: 'Our network',
  extends: 'iso1987-ascii',
  encoding: { bitmap: 'binary' },
  fields: {
    63: { name: 'Network data', format: 'ans', length: 50, prefix: 'LLL', display: 'text' },
    127: null,
  },
};

function problems(content: unknown): readonly string[] {
  try {
    loadSpecification(content);
    return [];
  } catch (error) {
    if (error instanceof SpecificationError) return error.problems;
    throw error;
  }
}

describe('a custom specification', () => {
  it('changes the parts that it names, and takes the rest from the one that it extends', () => {
    const specification = loadSpecification(CUSTOM);
    const base = SPECIFICATIONS['iso1987-ascii'];
    expect(specification.name).toBe('Our network');
    expect(specification.version).toBe('0');
    expect(specification.encoding).toEqual({ ...base.encoding, bitmap: 'binary' });
    const { 127: _removed, ...rest } = base.fields;
    expect(specification.fields).toEqual({ ...rest, 63: CUSTOM.fields[63] });
  });

  it('shows a field that was hidden only if the file says so', () => {
    const field = { name: 'Network data', format: 'ans', length: 50, prefix: 'LLL' };
    const { fields } = loadSpecification({
      ...CUSTOM,
      fields: { 48: field, 61: { ...field, display: 'text' }, 65: null },
    });
    expect([fields[48]?.display, fields[61]?.display]).toEqual(['never', 'text']);
  });

  it('leaves the one that it extends as it is', () => {
    loadSpecification(CUSTOM);
    expect(SPECIFICATIONS['iso1987-ascii'].fields[127]?.name).toBe('Reserved, private');
    expect(SPECIFICATIONS['iso1987-ascii'].encoding.bitmap).toBe('hex');
  });

  it.each<[string, unknown, string[]]>([
    ['nothing', undefined, ['/ must be object']],
    ['no name', { extends: 'iso1987-ascii' }, ['/ must have required properties name']],
    ['an unknown base', { ...CUSTOM, extends: 'iso2003' }, ['/extends must be equal to one of the allowed values']],
    ['an unknown member', { ...CUSTOM, feilds: {} }, ['/ must not have additional properties']],
    ['field 1', { ...CUSTOM, fields: { 1: null } }, ['/fields must not have additional properties']],
    ['field 129', { ...CUSTOM, fields: { 129: null } }, ['/fields must not have additional properties']],
    [
      'a third bitmap',
      { ...CUSTOM, fields: { 65: { name: 'x', format: 'b', length: 8 } } },
      ['/fields/65 would be a third bitmap, which is not supported'],
    ],
    [
      'an unknown format',
      { ...CUSTOM, fields: { 3: { name: 'x', format: 'q', length: 6 } } },
      ['/fields/3/format must be equal to one of the allowed values'],
    ],
    [
      'a length that the prefix cannot have',
      { ...CUSTOM, fields: { 48: { name: 'x', format: 'ans', length: 999, prefix: 'LL' } } },
      ['/fields/48 has a length of 999, but the prefix LL permits 99'],
    ],
    [
      'x+n with a prefix',
      { ...CUSTOM, fields: { 28: { name: 'x', format: 'x+n', length: 8, prefix: 'LL' } } },
      ['/fields/28 has the format x+n, so it must not have a prefix'],
    ],
  ])('with %s is refused', (_, content, expected) => {
    expect(problems(content)).toEqual(expected);
  });
});

describe('specification.schema.json', () => {
  const published = JSON.parse(readFileSync(PUBLISHED, 'utf8'));

  it('is the schema of the code (node scripts/documents/write-docs.mjs)', () => {
    expect(published).toEqual({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      ...JSON.parse(JSON.stringify(SpecificationSchema)),
    });
  });

  it('lets another validator decide in the same way', () => {
    const { $schema: _draft, ...schema } = published;
    const validate = new Ajv({ strict: false }).compile(schema);
    const variants: unknown[] = [
      CUSTOM,
      ...BUILT_IN_NAMES.map((name) => ({ name, extends: name, ...fieldsOf(name) })),
      undefined,
      [],
      { ...CUSTOM, name: '' },
      { ...CUSTOM, fields: { 0: null } },
      { ...CUSTOM, fields: { 200: null } },
      { ...CUSTOM, fields: { 3: { name: 'x', format: 'n' } } },
      { ...CUSTOM, fields: { 3: { name: 'x', format: 'n', length: 0 } } },
      { ...CUSTOM, encoding: { bitmap: 'ebcdic' } },
      { ...CUSTOM, encoding: { colour: 'red' } },
    ];
    expect(variants.map((variant) => validate(variant))).toEqual(
      variants.map((variant) => problems(variant).length === 0),
    );
    expect(variants.filter((variant) => validate(variant))).toHaveLength(5);
  });
});

/** A built-in specification in the form of a file. */
function fieldsOf(name: (typeof BUILT_IN_NAMES)[number]): object {
  const { encoding, fields } = SPECIFICATIONS[name];
  return { encoding, fields };
}
