import { Check, Errors } from 'typebox/value';
import { type Field, type Specification, type SpecificationFile, SpecificationSchema } from './specification.ts';
import { SPECIFICATIONS } from './specifications/built-in.ts';

/** Thrown for an invalid specification file. The message lists every problem with its place. */
export class SpecificationError extends Error {
  override readonly name = 'SpecificationError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The specification is not valid:\n${problems.map((problem) => `- ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

/** The largest length that each prefix can express. */
const LONGEST = { LL: 99, LLL: 999, LLLL: 9999 } as const;

/**
 * Creates a specification from the content of a JSON file. It extends a built-in one. Throws a {@link
 * SpecificationError} if the content does not match `specification.schema.json`, or contradicts itself.
 *
 * @example
 * const specification = loadSpecification({
 *   name: 'Our network',
 *   extends: 'iso1987-ascii',
 *   encoding: { bitmap: 'binary' },
 *   fields: { 63: { name: 'Network data', format: 'ans', length: 50, prefix: 'LLL', display: 'text' } },
 * });
 */
export function loadSpecification(content: unknown): Specification {
  if (!Check(SpecificationSchema, content)) throw new SpecificationError(schemaProblems(content));
  const base = SPECIFICATIONS[content.extends];
  const fields = { ...base.fields };
  for (const [number, field] of Object.entries(content.fields ?? {})) {
    if (field === null) delete fields[Number(number)];
    // a field that is hidden stays hidden, unless the file shows it
    else fields[Number(number)] = { ...displayOf(base.fields[Number(number)]), ...field };
  }
  const problems = Object.entries(content.fields ?? {}).flatMap(([number, field]) => fieldProblems(number, field));
  if (problems.length > 0) throw new SpecificationError(problems);
  return { name: content.name, version: base.version, encoding: { ...base.encoding, ...content.encoding }, fields };
}

function displayOf(field: Field | undefined): Pick<Field, 'display'> {
  return field?.display === undefined ? {} : { display: field.display };
}

/** A field is an object or null, so for a wrong object the errors of the alternatives say nothing. */
const OF_ALTERNATIVES = new Set(['anyOf', 'boolean']);

function schemaProblems(content: unknown): string[] {
  const problems = Errors(SpecificationSchema, content)
    .filter(({ keyword, message }) => !OF_ALTERNATIVES.has(keyword) && message !== 'must be null')
    .map(({ instancePath, message }) => `${instancePath || '/'} ${message}`);
  return [...new Set(problems)];
}

function fieldProblems(number: string, field: NonNullable<SpecificationFile['fields']>[string]): string[] {
  if (field === null) return [];
  const place = `/fields/${number}`;
  if (number === '65') return [`${place} would be a third bitmap, which is not supported`];
  return contradictions(field).map((problem) => `${place} ${problem}`);
}

function contradictions({ format, length, prefix }: Field): string[] {
  if (format === 'x+n' && prefix !== undefined) return ['has the format x+n, so it must not have a prefix'];
  if (prefix !== undefined && length > LONGEST[prefix]) {
    return [`has a length of ${length}, but the prefix ${prefix} permits ${LONGEST[prefix]}`];
  }
  return [];
}
