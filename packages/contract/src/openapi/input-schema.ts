import type { Operation } from '../operation.ts';
import type { FieldSchema } from '../schema/field-schema.ts';
import { createComponents, type Json } from './components.ts';
import { describeSchema } from './schema.ts';

/**
 * Describes the input of an operation as one JSON Schema without outside references: path and query parameters as members,
 * and the request as the member `body`. Programs that offer operations as tools use it.
 *
 * @example
 * describeInput(readToken); // { type: 'object', properties: { token_reference: {...} }, required: ['token_reference'], ... }
 */
export function describeInput(operation: Operation): Json {
  const components = createComponents();
  const members: Json = {};
  const required: string[] = [];
  const add = (schema: FieldSchema) => {
    const { properties = {}, required: mandatory = [] } = describeSchema(schema, components) as {
      properties?: Json;
      required?: string[];
    };
    Object.assign(members, properties);
    required.push(...mandatory);
  };
  if (operation.surface === 'rest') {
    add(operation.params as FieldSchema);
    add(operation.query as FieldSchema);
  }
  const body = bodyOf(operation);
  if (body !== undefined) {
    members.body = describeSchema(body, components);
    required.push('body');
  }
  const { schemas } = components.written();
  const described = { type: 'object', properties: members, required, additionalProperties: false, $defs: schemas };
  return JSON.parse(JSON.stringify(described).replaceAll('#/components/schemas/', '#/$defs/')) as Json;
}

function bodyOf(operation: Operation): FieldSchema | undefined {
  if (operation.surface === 'envelope') return operation.requestBody as FieldSchema;
  if (operation.surface !== 'rest' || operation.request === null) return undefined;
  return operation.request as FieldSchema;
}
