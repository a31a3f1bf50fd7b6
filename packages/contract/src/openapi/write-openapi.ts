import { TOKEN_PATH } from '../access/issue-token.ts';
import type { ExampleFiles } from '../documents/example-block.ts';
import type { Operation } from '../operation.ts';
import { OPERATIONS } from '../operations.ts';
import { SCOPE_MEANINGS } from '../scopes.ts';
import { createComponents, type Json } from './components.ts';
import { describeOperation, type Writing } from './describe-operation.ts';
import { describeDispatch } from './dispatch.ts';
import { inOrderOfTags, isOfPrograms, PROGRAM_TAGS, TAGS } from './tags.ts';
import { describeTokenEndpoint } from './token-endpoint.ts';
import { describeWebhooks } from './webhooks.ts';

/** The documents of the interface, each with its path and its subject. */
export const OPENAPI_DOCUMENTS = {
  '/V2': { servedAt: '/openapi.json', title: 'Cardwright', version: '2.0', prefix: '/V2' },
  '/V1': { servedAt: '/openapi-v1.json', title: 'Cardwright, version 1.0 BETA', version: '1.0 BETA', prefix: '/V1' },
  programs: {
    servedAt: '/openapi-programs.json',
    title: 'Cardwright: programs and rules of a bank',
    version: '2.0',
    prefix: '/V2',
  },
} as const;
export type DescribedDocument = keyof typeof OPENAPI_DOCUMENTS;

/** Writes an OpenAPI 3.1 document of the interface from the contract and its published examples. */
export function writeOpenApi(
  prefix: string,
  { document = '/V2', examples = new Map() }: { document?: DescribedDocument; examples?: ExampleFiles } = {},
): Json {
  const writing: Writing = { prefix, components: createComponents(), examples };
  const operations = inOrderOfTags(OPERATIONS as readonly Operation[]).filter(
    (operation) => isOfPrograms(operation) === (document === 'programs'),
  );
  const paths = describePaths(document, operations, writing);
  const webhooks = document === '/V2' ? { webhooks: describeWebhooks(writing.components) } : {};
  const { title, version: documentVersion } = OPENAPI_DOCUMENTS[document];
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: documentVersion,
      description: aboutDocument(document),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'Server of this document' }],
    // Every document includes the token endpoint.
    tags: document === 'programs' ? [TAGS[0], ...PROGRAM_TAGS] : TAGS,
    paths,
    ...webhooks,
    components: { securitySchemes: schemesOf(document), ...writing.components.written() },
  };
}

function describePaths(document: DescribedDocument, operations: readonly Operation[], writing: Writing): Json {
  const { prefix } = OPENAPI_DOCUMENTS[document];
  const paths: Record<string, Json> = { ...describeTokenEndpoint(writing) };
  for (const operation of operations) {
    const path = `${prefix}${operation.path}`;
    const method = operation.surface === 'rest' ? operation.method.toLowerCase() : 'post';
    paths[path] = { ...paths[path], [method]: describeOperation(operation, writing) };
  }
  if (document !== 'programs') paths[`${prefix}/services`] = { post: describeDispatch(operations, writing) };
  return paths;
}

function aboutDocument(document: DescribedDocument): string {
  return [
    document === 'programs'
      ? 'Controls that a bank adds to decisions: custom limits, rules and the lists that they use, with backtests on past messages. They are evaluated after the settings and restrictions of the card.'
      : 'Card issuing, card control and merchant onboarding. A bank creates clients, accounts and cards, and controls their use. A card network sends authorizations, which the gateway decides and explains. An acquirer onboards merchants.',
    `This document has the paths under ${OPENAPI_DOCUMENTS[document].prefix}${document === 'programs' ? ', which are served under /V1 too' : ''}. ${reportOthers(document)}`,
    `Each request carries an access token from \`POST ${TOKEN_PATH}\`. \`security\` contains the scope that an operation requires, and \`externalDocs\` its section of the reference (docs/interface.md in the repository).`,
    'Examples are from packages/contract/examples in the repository. Lists in long responses contain only their first entries. The files contain the complete lists. Examples of refusals with status 400 and 409 are grouped for several operations, each under the name of its operation.',
    'Members beginning with `x-`: `x-also-accepted` lists deviations that are accepted with a contract warning, `x-also-spelled` lists other names of a member, `x-required-when` is the condition under which an optional member is mandatory, `x-format` describes a format, `x-grows` marks lists of codes that may grow.',
  ].join('\n\n');
}

const CONTENTS: Readonly<Record<DescribedDocument, string>> = {
  '/V2': 'Other operations under /V2',
  '/V1': 'Operations under /V1, version 1.0 BETA,',
  programs: 'Programs and rules of a bank',
};

function reportOthers(document: DescribedDocument): string {
  const others = (Object.keys(OPENAPI_DOCUMENTS) as DescribedDocument[]).filter((other) => other !== document);
  return others
    .map((other) => {
      const { servedAt } = OPENAPI_DOCUMENTS[other];
      return `${CONTENTS[other]} are in [${servedAt}](${servedAt}).`;
    })
    .join(' ');
}

const SECURITY_SCHEMES = {
  oauth: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: TOKEN_PATH, scopes: SCOPE_MEANINGS } } },
  client: { type: 'http', scheme: 'basic', description: 'Id and secret of the client, at the token endpoint only' },
  signature: {
    type: 'apiKey',
    in: 'header',
    name: 'webhook-signature',
    description: 'Standard Webhooks: v1 (HMAC-SHA256) or v1a (ed25519) over webhook-id, webhook-timestamp and body',
  },
};

/** Returns the security schemes of a document. Only notifications are signed. */
function schemesOf(document: DescribedDocument): Json {
  const { signature, ...others } = SECURITY_SCHEMES;
  return document === 'programs' ? others : { ...others, signature };
}
