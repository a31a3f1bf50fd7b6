import { componentNameOf, type FieldSchema, type Operation } from '@cardwright/contract';
import { declareObject, type NamedTypes, typeOf } from './schema-type.ts';

/** The types of an operation's request and answer, declared under their names in OpenAPI. */
export interface OperationTypes {
  /** Undefined if the operation has no body. */
  readonly body: string | undefined;
  readonly isBodyOptional: boolean;
  /** Undefined if the operation has no query parameters. */
  readonly query: string | undefined;
  readonly answer: string;
}

export function operationTypes(operation: Operation, named: NamedTypes): OperationTypes {
  const { sent, query, answered } = schemasOf(operation);
  const name = componentNameOf(operation);
  const isEnvelope = operation.surface === 'envelope';
  const declare = (schema: FieldSchema, suffix: string) =>
    Object.keys(schema.properties ?? {}).length === 0
      ? typeOf(schema, named)
      : declareObject(`${name}${suffix}`, schema, named);
  const hasQuery = Object.keys(query.properties ?? {}).length > 0;
  return {
    body: sent === null ? undefined : declare(sent, isEnvelope ? 'Body' : 'Request'),
    isBodyOptional: sent?.properties !== undefined && (sent.required ?? []).length === 0,
    query: hasQuery ? declare(query, 'Query') : undefined,
    answer: declare(answered, isEnvelope ? 'Result' : 'Answer'),
  };
}

function schemasOf(operation: Operation): { sent: FieldSchema | null; query: FieldSchema; answered: FieldSchema } {
  const none = { properties: {} };
  if (operation.surface === 'envelope') {
    const { requestBody, responseBody } = operation;
    return { sent: requestBody as FieldSchema, query: none, answered: responseBody as FieldSchema };
  }
  const { request, response } = operation as { request: FieldSchema | null; response: FieldSchema };
  return {
    sent: request,
    query: operation.surface === 'rest' ? (operation.query as FieldSchema) : none,
    answered: response,
  };
}
