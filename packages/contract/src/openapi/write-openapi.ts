import { FailureBody, requestRoot } from '../envelope.ts';
import { ERRORS } from '../errors.ts';
import type { Operation } from '../operation.ts';
import { OPERATIONS } from '../operations.ts';
import { describeField, describeOperation, ID_ENDINGS, jsonContent, recordSchema } from './describe-operation.ts';
import type { Json } from './schema.ts';

const VERSIONS = ['/V2', '/V1'] as const;

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
    errors: describeField(FailureBody.properties.errors),
  },
};

function isUnversioned(operation: Operation): boolean {
  return operation.surface === 'rest' && operation.unversioned === true;
}

function allScopes(): Record<string, string> {
  return Object.fromEntries((OPERATIONS as readonly Operation[]).map(({ scope, title }) => [scope, title]));
}

function describeDispatch(version: string, prefix: string): Json {
  const envelopes = (OPERATIONS as readonly Operation[]).filter((operation) => operation.surface === 'envelope');
  const requests = envelopes.map((operation) =>
    recordSchema({ [requestRoot(prefix)]: recordSchema({ [operation.requestKey]: describeField(operation.request) }) }),
  );
  return {
    operationId: `services.dispatch${ID_ENDINGS[version] ?? ''}`,
    summary: 'Any envelope operation, selected by its request_key',
    description: 'The scope is that of the operation. Described in docs/interface/requests.md#any-envelope-operation',
    tags: ['services'],
    security: [{ oauth: [] }],
    requestBody: { required: true, content: jsonContent({ oneOf: requests }) },
    responses: { 200: { description: 'The answer of the operation', content: jsonContent({ type: 'object' }) } },
  };
}
