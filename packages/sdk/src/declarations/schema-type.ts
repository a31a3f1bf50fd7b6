import { conditionOf, type FieldSchema } from '@cardwright/contract';

type Schema = FieldSchema & {
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly '~kind'?: string;
};

/** Types of values that a tolerance accepts in addition to those of the schema. */
const ALSO: Readonly<Record<string, string>> = {
  'either-identifier': "'CONTRACT_NUMBER/EXID'",
  'number-as-status': 'string',
};

/** Types with a name, as in OpenAPI. Each is declared once. */
export class NamedTypes {
  readonly #declarations = new Map<string, string>();

  /** @throws Error if two different types have the same name */
  declare(name: string, declaration: string): string {
    const before = this.#declarations.get(name);
    if (before !== undefined && before !== declaration) throw new Error(`two different types are called ${name}`);
    this.#declarations.set(name, declaration);
    return name;
  }

  written(): string {
    return [...this.#declarations.values()].join('\n');
  }
}

/**
 * Returns the type of a schema: the name of an object that has one, otherwise the type itself.
 *
 * @example
 * typeOf(oneOf(['ON', 'OFF']), named); // 'ON' | 'OFF'
 */
export function typeOf(fieldSchema: FieldSchema, named: NamedTypes): string {
  const schema = fieldSchema as Schema;
  const { component, properties } = schema;
  if (component === 'Condition') return schema.sdkType ?? component;
  if (properties !== undefined && Object.keys(properties).length === 0) return 'object';
  if (component !== undefined && properties !== undefined) return declareObject(component, schema, named);
  if (schema.variants !== undefined)
    return unionOf([...Object.values(schema.variants), ...(schema.otherwise ? [schema.otherwise] : [])], named);
  if (schema.anyOf !== undefined) return unionOf(schema.anyOf, named);
  if (schema.enum !== undefined) return textsOf(schema);
  if (properties !== undefined) return `{\n${membersOf(schema, named)}\n}`;
  return keywordType(schema, named);
}

/** Declares an object under the name of its component, or under the given name if it has none. */
export function declareObject(name: string, schema: FieldSchema, named: NamedTypes): string {
  const { component = name } = schema;
  return named.declare(component, `export interface ${component} {\n${membersOf(schema, named)}\n}`);
}

function keywordType(schema: Schema, named: NamedTypes): string {
  const { type, items, entries, patternProperties } = schema;
  if (items !== undefined) return arrayOf(typeOf(items, named));
  const value = entries ?? Object.values(patternProperties ?? {})[0];
  if (value !== undefined) return `Record<string, ${typeOf(value, named)}>`;
  if (Array.isArray(type)) return 'string | number | ExactNumber';
  if (type === 'object') return 'Record<string, unknown>';
  if (type === 'integer') return 'number';
  if (type !== undefined) return String(type);
  return schema['~kind'] === 'Unknown' ? 'unknown' : 'JsonValue';
}

const arrayOf = (entry: string) => (/^\w+$/.test(entry) ? `${entry}[]` : `Array<${entry}>`);

function unionOf(schemas: readonly FieldSchema[], named: NamedTypes): string {
  return [...new Set(schemas.map((one) => typeOf(one, named)))].join(' | ');
}

function textsOf({ enum: values = [], tolerances = [] }: Schema): string {
  const also = tolerances.flatMap(({ rule, accepts }) =>
    rule === 'other-value' ? accepts.split(', ').map(quoteText) : (ALSO[rule] ?? []),
  );
  return also.includes('string') ? 'string' : [...values.map((value) => quoteText(value)), ...also].join(' | ');
}

function membersOf({ properties = {}, required = [] }: FieldSchema, named: NamedTypes): string {
  return Object.entries(properties)
    .map(([key, field]) => {
      const [text, condition] = [field.description, conditionOf(field)];
      const doc = [text, condition && `Required when ${condition}`].filter(Boolean).join('. ');
      const type = typeOf(field, named).replaceAll('\n', '\n  ');
      const optional = required.includes(key) ? '' : '?';
      return `${doc === '' ? '' : `  ${comment(doc)}\n`}  ${memberName(key)}${optional}: ${type};`;
    })
    .join('\n');
}

export const comment = (text: string) => `/** ${text.replaceAll('*/', '*\\/').replace(/\s*\n\s*/g, ' ')} */`;

/** Writes a member name, in quotes if it needs them. */
export const memberName = (key: string) => (/^[A-Za-z_]\w*$/.test(key) ? key : quoteText(key));

/** Writes a text as a TypeScript literal. */
export const quoteText = (text: string) =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
