import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import type { Random } from '../../../server/src/testing/random.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly $defs?: Readonly<Record<string, Schema>>;
}

const DEEPEST = 4;

/** Writes an input by the schema of a tool. The gateway accepts most of them, because texts come from `pickText`. */
export function randomInput(
  { inputSchema }: Tool,
  random: Random,
  pickText: (member: string) => string,
): Record<string, unknown> {
  const root = inputSchema as Schema;
  const write = (schema: Schema, member: string, depth: number): unknown => {
    const { $ref, const: only, enum: values, anyOf, oneOf = anyOf, type } = schema;
    if ($ref !== undefined) return write(root.$defs?.[$ref.split('/').at(-1) ?? ''] ?? {}, member, depth);
    if (only !== undefined) return only;
    if (values !== undefined) return random.pick(values);
    if (oneOf !== undefined) return write(random.pick(oneOf), member, depth);
    if (type === 'object') return record(schema, depth + 1);
    if (type === 'array') return [write(schema.items ?? {}, member, depth + 1)];
    if (type === 'boolean') return random.oneIn(2);
    if (type === 'integer' || type === 'number')
      return random.from(schema.minimum ?? 1, Math.min(schema.maximum ?? 50, 50));
    return pickText(member);
  };
  const record = ({ properties = {}, required = [] }: Schema, depth: number) => {
    const isWritten = (name: string) => required.includes(name) || (depth < DEEPEST && random.oneIn(3));
    const members = Object.entries(properties).filter(([name]) => isWritten(name));
    return Object.fromEntries(members.map(([name, schema]) => [name, write(schema, name, depth)]));
  };
  return record(root, 0);
}
