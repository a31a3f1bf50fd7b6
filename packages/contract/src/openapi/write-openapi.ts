import { TOKEN_PATH } from '../access/issue-token.ts';
import type { ExampleFiles } from '../documents/example-block.ts';
import type { Operation } from '../operation.ts';
import { OPERATIONS } from '../operations.ts';
import { SCOPE_MEANINGS } from '../scopes.ts';
import { createComponents, type Json } from './components.ts';
import { describeOperation, type Writing } from './describe-operation.ts';
import { describeDispatch } from './dispatch.ts';
import { inOrderOfTags, TAGS } from './tags.ts';
import { describeTokenEndpoint } from './token-endpoint.ts';

/** The documents of the interface: where each is served, and what it describes. */
export const OPENAPI_DOCUMENTS = {
  '/V2': { servedAt: '/openapi.json', title: 'Cardwright', version: '2.0' },
  '/V1': { servedAt: '/openapi-v1.json', title: 'Cardwright, version 1.0 BETA', version: '1.0 BETA' },
} as const;
export type DescribedVersion = keyof typeof OPENAPI_DOCUMENTS;

/** The OpenAPI 3.1 document of one version of the interface, generated from the contract and its published examples. */
export function writeOpenApi(
  prefix: string,
  { version = '/V2', examples = new Map() }: { version?: DescribedVersion; examples?: ExampleFiles } = {},
): Json {
  const writing: Writing = { prefix, components: createComponents(), examples };
  const operations = inOrderOfTags(OPERATIONS as readonly Operation[]);
  const paths = describePaths(version, operations, writing);
  const { title, version: named } = OPENAPI_DOCUMENTS[version];
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: named,
      description: aboutDocument(version),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The server that this document comes from' }],
    tags: TAGS,
    paths,
    components: { securitySchemes: SECURITY_SCHEMES, ...writing.components.written() },
  };
}

function describePaths(version: DescribedVersion, operations: readonly Operation[], writing: Writing): Json {
  const paths: Record<string, Json> = { ...describeTokenEndpoint(writing) };
  for (const operation of operations) {
    const path = `${version}${operation.path}`;
    const method = operation.surface === 'rest' ? operation.method.toLowerCase() : 'post';
    paths[path] = { ...paths[path], [method]: describeOperation(operation, writing) };
  }
  paths[`${version}/services`] = { post: describeDispatch(operations, writing) };
  if (version === '/V2') {
    // what is served without a version too is described once
    for (const { path } of operations.filter(isUnversioned)) {
      paths[path] = { $ref: `#/paths/${encodeURI(`${version}${path}`.replaceAll('/', '~1'))}` };
    }
  }
  return paths;
}

function isUnversioned(operation: Operation): boolean {
  return operation.surface === 'rest' && operation.unversioned === true;
}

function aboutDocument(version: DescribedVersion): string {
  const other = version === '/V2' ? '/V1' : '/V2';
  const { servedAt, version: named } = OPENAPI_DOCUMENTS[other];
  return [
    'Card issuing, card control and merchant onboarding. A bank issues clients, accounts and cards, and says what they may do; a card network sends authorizations, which are decided and explained; an acquirer boards merchants.',
    `This document has the paths under ${version}. Those under ${other}, version ${named}, are in [${servedAt}](${servedAt}).`,
    `Each request carries an access token of \`POST ${TOKEN_PATH}\`. The scope that an operation needs is under \`security\`, its section of the reference (docs/interface.md of the repository) under \`externalDocs\`.`,
    'Examples are those of packages/contract/examples in the repository. Where an answer is long, its lists are shown by their first entries: the files have them whole. Refusals with status 400 and 409 are shown for all operations of a group, each example under the name of its operation.',
    'Members beginning with `x-`: `x-also-accepted` are deviations that are accepted with a contract warning, `x-also-spelled` other names of a member, `x-required-when` says when an optional member is mandatory, `x-format` is a format in words, `x-grows` marks lists of codes to which codes may be added.',
  ].join('\n\n');
}

const SECURITY_SCHEMES: Json = {
  oauth: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: TOKEN_PATH, scopes: SCOPE_MEANINGS } } },
  client: { type: 'http', scheme: 'basic', description: 'Name and secret of the client, at the token endpoint alone' },
  signature: {
    type: 'apiKey',
    in: 'header',
    name: 'webhook-signature',
    description: 'Standard Webhooks: v1 (HMAC-SHA256) or v1a (ed25519) over webhook-id, webhook-timestamp and body',
  },
};
