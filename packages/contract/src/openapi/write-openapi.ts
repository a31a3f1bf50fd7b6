import {
  ExceptionDetails,
  ExtendedExceptionDetails,
  FailureBody,
  ResponseHeader,
  requestRoot,
  responseRoot,
} from '../envelope.ts';
import { ERRORS, type ErrorName, GENERAL_ERRORS } from '../errors.ts';
import {
  answersBody,
  type EnvelopeOperation,
  type FlatOperation,
  type NotificationOperation,
  type Operation,
  type RestOperation,
} from '../operation.ts';
import { OPERATIONS } from '../operations.ts';
import type { FieldSchema } from '../schema/compile.ts';
import { describeSchema } from './schema.ts';

type Json = Record<string, unknown>;

const VERSIONS = ['/V2', '/V1'] as const;
/** Suffix that keeps an operation id unique under other paths than the current version's. */
const ID_ENDINGS: Readonly<Record<string, string>> = { '/V1': '.v1', '': '.unversioned' };
const object = (properties: Json): Json => ({ type: 'object', required: Object.keys(properties), properties });
const json = (schema: Json): Json => ({ 'application/json': { schema } });
const describe = (schema: unknown): Json => describeSchema(schema as FieldSchema);

/** The OpenAPI 3.1 document of the whole interface, generated from the contract. */
export function writeOpenApi(operatorPrefix: string): Json {
  const paths: Record<string, Json> = {};
  for (const version of ['', ...VERSIONS]) {
    for (const operation of OPERATIONS as readonly Operation[]) {
      if (version === '' && !isUnversioned(operation)) continue;
      const method = operation.surface === 'rest' ? operation.method.toLowerCase() : 'post';
      const path = `${version}${operation.path}`;
      paths[path] = { ...paths[path], [method]: describeOperation(operation, version, operatorPrefix) };
    }
  }
  for (const version of VERSIONS) paths[`${version}/services`] = { post: describeDispatch(version, operatorPrefix) };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Cardwright',
      version: '2.0',
      description: 'Card issuing, card control and merchant onboarding. Paths under /V1 are version 1.0 BETA.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    paths,
    components: {
      securitySchemes: {
        oauth: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: '/oauth2/token', scopes: allScopes() } } },
        signature: {
          type: 'apiKey',
          in: 'header',
          name: 'webhook-signature',
          description:
            'Standard Webhooks: v1 (HMAC-SHA256) or v1a (ed25519) over webhook-id, webhook-timestamp and body',
        },
      },
      schemas: { Problem: PROBLEM },
    },
  };
}

const PROBLEM: Json = {
  type: 'object',
  description: 'RFC 9457, with the error code of the catalogue',
  required: ['type', 'title', 'status', 'detail', 'error_code'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    error_code: { type: 'string', enum: Object.values(ERRORS).map(({ code }) => code) },
    errors: describe(FailureBody.properties.errors),
  },
};

function isUnversioned(operation: Operation): boolean {
  return operation.surface === 'rest' && operation.unversioned === true;
}

function allScopes(): Record<string, string> {
  return Object.fromEntries((OPERATIONS as readonly Operation[]).map(({ scope, title }) => [scope, title]));
}

function describeOperation(operation: Operation, version: string, prefix: string): Json {
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
  const request = object({ [requestRoot(prefix)]: object({ [operation.requestKey]: describe(operation.request) }) });
  const answer = (body: Json | undefined) =>
    object({
      [responseRoot(prefix)]: object({
        [operation.responseKey]: object({
          header: describe(ResponseHeader),
          exception_details: describe(operation.extendedDetails ? ExtendedExceptionDetails : ExceptionDetails),
          ...(body !== undefined && { body }),
        }),
      }),
    });
  const successBody = answersBody(operation) ? describe(operation.responseBody) : undefined;
  return {
    requestBody: { required: true, content: json(request) },
    responses: {
      200: { description: 'Success', content: json(answer(successBody)) },
      ...failures(operation.errors, json(answer(describe(FailureBody)))),
    },
  };
}

function describeFlat(operation: FlatOperation): Json {
  return {
    requestBody: { required: true, content: json(describe(operation.request)) },
    responses: {
      200: { description: 'Decided: approved or declined', content: json(describe(operation.response)) },
      ...failures([], json(describe(operation.response))),
    },
  };
}

function describeNotification(operation: NotificationOperation): Json {
  const answer = json(describe(operation.response));
  return {
    parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
      name,
      in: 'header',
      required: false,
      description: 'Of Standard Webhooks: mandatory without an access token',
      schema: { type: 'string' },
    })),
    requestBody: { required: true, content: json(describe(operation.request)) },
    responses: { 200: { description: 'Taken, with code 00', content: answer }, ...failures([], answer) },
  };
}

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
    ],
    ...(operation.request !== null && {
      requestBody: {
        required: ((operation.request as FieldSchema).required ?? []).length > 0,
        content:
          operation.requestType === undefined
            ? json(describe(operation.request))
            : { [operation.requestType]: { schema: describe(operation.request) } },
      },
    }),
    responses: withRepeatedHeaders(operation, {
      [operation.successStatus ?? 200]: { description: 'Success', content: json(describe(operation.response)) },
      ...failures(operation.errors, {
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

function describeDispatch(version: string, prefix: string): Json {
  const envelopes = (OPERATIONS as readonly Operation[]).filter((operation) => operation.surface === 'envelope');
  const requests = envelopes.map((operation) =>
    object({ [requestRoot(prefix)]: object({ [operation.requestKey]: describe(operation.request) }) }),
  );
  return {
    operationId: `services.dispatch${ID_ENDINGS[version] ?? ''}`,
    summary: 'Any envelope operation, selected by its request_key',
    description: 'The scope is that of the operation. Described in docs/interface/requests.md#any-envelope-operation',
    tags: ['services'],
    security: [{ oauth: [] }],
    requestBody: { required: true, content: json({ oneOf: requests }) },
    responses: { 200: { description: 'The answer of the operation', content: json({ type: 'object' }) } },
  };
}
