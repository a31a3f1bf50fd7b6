import {
  ExceptionDetails,
  ExtendedExceptionDetails,
  FailureBody,
  ResponseHeader,
  requestRoot,
  responseRoot,
} from '../envelope.ts';
import { ERRORS, type ErrorName, GENERAL_ERRORS } from '../errors.ts';
import { LONGEST_IDEMPOTENCY_KEY, ownErrorsOf } from '../idempotency-key.ts';
import {
  answersBody,
  type EnvelopeOperation,
  type FlatOperation,
  type NotificationOperation,
  type Operation,
  type RestOperation,
} from '../operation.ts';
import type { FieldSchema } from '../schema/field-schema.ts';
import { describeSchema, type Json } from './schema.ts';

/** Suffix that keeps an operation id unique under other paths than the current version's. */
export const ID_ENDINGS: Readonly<Record<string, string>> = { '/V1': '.v1', '': '.unversioned' };
/** An object whose members are all mandatory. */
export const recordSchema = (properties: Json): Json => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
});
export const jsonContent = (schema: Json): Json => ({ 'application/json': { schema } });
export const describeField = (schema: unknown): Json => describeSchema(schema as FieldSchema);

/** An operation under a version of the path, as OpenAPI describes it. */
export function describeOperation(operation: Operation, version: string, prefix: string): Json {
  const shared = {
    operationId: `${operation.id}${ID_ENDINGS[version] ?? ''}`,
    summary: operation.title,
    description: `Scope ${operation.scope}. Described in ${operation.reference}`,
    tags: [operation.id.split('.')[0]],
    security: [{ oauth: [operation.scope] }, ...(operation.surface === 'notification' ? [{ signature: [] }] : [])],
  };
  if (operation.surface === 'envelope') return { ...shared, ...describeEnvelope(operation, prefix) };
  if (operation.surface === 'flat') return { ...shared, ...describeFlat(operation) };
  if (operation.surface === 'notification') return { ...shared, ...describeNotification(operation) };
  return { ...shared, ...describeRest(operation) };
}

function describeEnvelope(operation: EnvelopeOperation, prefix: string): Json {
  const request = recordSchema({
    [requestRoot(prefix)]: recordSchema({ [operation.requestKey]: describeField(operation.request) }),
  });
  const answer = (body: Json | undefined) =>
    recordSchema({
      [responseRoot(prefix)]: recordSchema({
        [operation.responseKey]: recordSchema({
          header: describeField(ResponseHeader),
          exception_details: describeField(operation.extendedDetails ? ExtendedExceptionDetails : ExceptionDetails),
          ...(body !== undefined && { body }),
        }),
      }),
    });
  const successBody = answersBody(operation) ? describeField(operation.responseBody) : undefined;
  return {
    requestBody: { required: true, content: jsonContent(request) },
    responses: {
      200: { description: 'Success', content: jsonContent(answer(successBody)) },
      ...failures(operation.errors, jsonContent(answer(describeField(FailureBody)))),
    },
  };
}

function describeFlat(operation: FlatOperation): Json {
  return {
    requestBody: { required: true, content: jsonContent(describeField(operation.request)) },
    responses: {
      200: { description: 'Decided: approved or declined', content: jsonContent(describeField(operation.response)) },
      ...failures([], jsonContent(describeField(operation.response))),
    },
  };
}

function describeNotification(operation: NotificationOperation): Json {
  const answer = jsonContent(describeField(operation.response));
  return {
    parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
      name,
      in: 'header',
      required: false,
      description: 'Of Standard Webhooks: mandatory without an access token',
      schema: { type: 'string' },
    })),
    requestBody: { required: true, content: jsonContent(describeField(operation.request)) },
    responses: { 200: { description: 'Taken, with code 00', content: answer }, ...failures([], answer) },
  };
}

const IDEMPOTENCY_KEY: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'The same key with the same request again gets the stored answer: docs/interface/repeats.md#idempotency-key',
  schema: { type: 'string', minLength: 1, maxLength: LONGEST_IDEMPOTENCY_KEY },
};

const IF_MATCH: Json = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description: 'The ETag of the version that is to be changed: the request is refused when there is another one',
  schema: { type: 'string' },
};

const ETAG: Json = { ETag: { description: 'The version, in quotes', schema: { type: 'string' } } };

function describeRest(operation: RestOperation): Json {
  const parameters = (place: 'path' | 'query' | 'header', schema: FieldSchema) =>
    Object.entries(schema.properties ?? {}).map(([name, property]) => ({
      name,
      in: place,
      required: schema.required?.includes(name) ?? false,
      schema: describeSchema(property),
    }));
  return {
    parameters: [
      ...parameters('path', operation.params as FieldSchema),
      ...parameters('query', operation.query as FieldSchema),
      ...parameters('header', (operation.headers ?? {}) as FieldSchema),
      ...(operation.takesIdempotencyKey ? [IDEMPOTENCY_KEY] : []),
      ...(operation.version === 'compared' ? [IF_MATCH] : []),
    ],
    ...(operation.request !== null && {
      requestBody: {
        required: ((operation.request as FieldSchema).required ?? []).length > 0,
        content:
          operation.requestType === undefined
            ? jsonContent(describeField(operation.request))
            : { [operation.requestType]: { schema: describeField(operation.request) } },
      },
    }),
    responses: withRepeatedHeaders(operation, {
      [operation.successStatus ?? 200]: {
        description: 'Success',
        ...(operation.version !== undefined && { headers: ETAG }),
        content: jsonContent(describeField(operation.response)),
      },
      ...(operation.successStatus !== undefined && {
        200: {
          description: 'Success, nothing is carried out',
          content: jsonContent(describeField(operation.response)),
        },
      }),
      ...failures(ownErrorsOf(operation), {
        'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
      }),
    }),
  };
}

/** Answers repeat the request's headers, failures too. */
function withRepeatedHeaders({ headers }: RestOperation, responses: Record<string, Json>): Json {
  if (headers === undefined) return responses;
  const repeated = Object.fromEntries(
    Object.entries((headers as FieldSchema).properties ?? {}).map(([name, schema]) => [
      name,
      { description: 'As in the request', schema: describeSchema(schema) },
    ]),
  );
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [status, { ...response, headers: repeated }]),
  );
}

/** One entry for each HTTP status, naming its codes. */
function failures(own: readonly ErrorName[], content: Json): Record<string, Json> {
  const byStatus = new Map<number, string[]>();
  for (const error of [...GENERAL_ERRORS, ...own]) {
    const { code, http, text } = ERRORS[error];
    byStatus.set(http, [...(byStatus.get(http) ?? []), `${code} ${text}`]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, texts]) => [status, { description: texts.join('; '), content }]),
  );
}
