import { OPERATIONS, type Operation } from '@cardwright/contract';
import { describe, expect, it } from 'vitest';
import { readPublishedExamples } from '../../../testing/requests/published-examples.ts';
import { fileServer, testServer } from '../../../testing/test-server.ts';

const server = fileServer();

// biome-ignore lint/suspicious/noExplicitAny: a document of every shape
type Part = any;
const VERSIONS = [
  ['/openapi.json', '/V2', '2.0'],
  ['/openapi-v1.json', '/V1', '1.0 BETA'],
  ['/openapi-programs.json', '/V2', '2.0'],
] as const;
const PROGRAMS = '/openapi-programs.json';

async function documentAt(url: string): Promise<{ document: Part; text: string }> {
  const { status, json, text } = await server.request({ method: 'GET', url });
  expect(status).toBe(200);
  return { document: json, text };
}

/** Returns every object in a document. */
function objectsIn(value: unknown): Part[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(objectsIn);
  return Array.isArray(value) ? inner : [value, ...inner];
}

function behind(document: Part, part: Part): Part {
  if (typeof part?.$ref !== 'string') return part;
  const steps: string[] = decodeURI(part.$ref).slice(2).split('/');
  return steps.reduce((at: Part, key: string) => at?.[key.replaceAll('~1', '/')], document);
}

/** Returns the operations as [method and path, operation]. */
function operationsOf(document: Part): [string, Part][] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(behind(document, methods)).map(([method, operation]): [string, Part] => [
      `${method} ${path}`,
      operation,
    ]),
  );
}

/** The operations whose change can become a change request (docs/interface/change-requests.md). */
const WITH_SECOND_PERSON =
  /^(put .*\/(programs\/\{|onboarding-rules$)|p(ut|atch) .*\/merchant-lists\/\{|post .*\/retire$|(put|delete) .*\/promises\/\{|post .*\/exports$|post .*\/configuration\/apply$|post .*\/webhook-endpoints$|post .*\/rotate-secret$|(patch|delete) .*\/webhook-endpoints\/\{)/;

/** The operations that only the document of programs has. */
const OF_PROGRAMS = /^(programs|rules|merchant-lists|limits|change-requests|tasks|backtests|exports|configuration)\./;

function servedUnder(version: string, isOfPrograms: boolean): string[] {
  const described = (OPERATIONS as readonly Operation[]).filter(({ id }) => OF_PROGRAMS.test(id) === isOfPrograms);
  const operations = described.map((operation) => {
    const method = operation.surface === 'rest' ? operation.method.toLowerCase() : 'post';
    return `${method} ${version}${operation.path}`;
  });
  return [...operations, ...(isOfPrograms ? [] : [`post ${version}/services`]), 'post /oauth2/token'].sort();
}

describe.each(VERSIONS)('the document %s', (url, version, named) => {
  it('describes every operation of its version and the token endpoint, each reference resolved, in less than 544 KiB', async () => {
    const { document, text } = await documentAt(url);
    expect([document.openapi, document.info.version, document.servers[0].url]).toEqual(['3.1.0', named, '/']);
    expect(Buffer.byteLength(text)).toBeLessThan(544 * 1_024);
    const described = operationsOf(document);
    expect(described.map(([at]) => at).sort()).toEqual(servedUnder(version, url === PROGRAMS));
    // client generators create a method for each id, and nothing for a path that refers to another path
    expect(new Set(described.map(([, { operationId }]) => operationId)).size).toBe(described.length);
    expect(Object.values(document.paths).filter(({ $ref }: Part) => $ref !== undefined)).toEqual([]);
    const dangling = objectsIn(document).filter((part) => behind(document, part) === undefined);
    expect(dangling).toEqual([]);
    const unknownRequired = objectsIn(document)
      .filter((part) => Array.isArray(part.required) && part.properties !== undefined)
      .flatMap((part) => part.required.filter((name: string) => !Object.hasOwn(part.properties, name)));
    expect(unknownRequired).toEqual([]);
  });

  it('gives each operation a scope that exists, a description, a known tag, its path’s parameters and its answers', async () => {
    const { document } = await documentAt(url);
    const { scopes } = document.components.securitySchemes.oauth.flows.clientCredentials;
    const tags = document.tags.map(({ name }: Part) => name);
    for (const [at, operation] of operationsOf(document)) {
      expect(operation.description.length, at).toBeGreaterThan(30);
      expect(tags, at).toContain(operation.tags[0]);
      for (const scope of operation.security.flatMap(({ oauth = [] }: Part) => oauth))
        expect(scopes).toHaveProperty([scope]);
      const inPath = [...at.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const parameters = (operation.parameters ?? []).map((part: Part) => behind(document, part));
      expect(parameters.filter((each: Part) => each.in === 'path').map(({ name }: Part) => name)).toEqual(inPath);
      // with validateOnly, the server accepts nothing (docs/interface/merchant-onboarding.md#response)
      const isAccepted = /^post .*\/(merchants\/onboarding|backtests)$/i.test(at);
      const successes = isAccepted || WITH_SECOND_PERSON.test(at) ? ['200', '202'] : ['200'];
      expect(Object.keys(operation.responses).filter((status) => status.startsWith('2'))).toEqual(successes);
      expect(
        Object.keys(operation.responses).some((status) => status.startsWith('4')),
        at,
      ).toBe(true);
    }
  });

  it('has examples of every request body, every success, and a refusal, without a placeholder', async () => {
    const { document, text } = await documentAt(url);
    const isListed = (part: Part) =>
      Object.values(behind(document, part)?.content ?? {}).some(({ examples }: Part) => examples !== undefined);
    const without = operationsOf(document).flatMap(([at, { requestBody, responses }]) => {
      const { 200: success, 202: accepted, ...others } = responses;
      return [
        ...(requestBody !== undefined && !isListed(requestBody) ? [`${at}: request`] : []),
        ...(isListed(success) || isListed(accepted) ? [] : [`${at}: success`]),
        ...(Object.values(others).some(isListed) ? [] : [`${at}: refusal`]),
      ];
    });
    expect(without).toEqual(url === PROGRAMS ? [] : WITHOUT_EXAMPLE.map((what) => what.replace('/V2', version)));
    expect(text).not.toMatch(/"<[a-z-]+(:[\w-]+)?>"/);
  });
});

/** Only the cardholder knows an activation code, so no published example can contain a valid one. */
const WITHOUT_EXAMPLE = [
  // the tree of a fresh sandbox has no head yet
  'get /V2/decision-log/proof: success',
  'post /V2/tokens/{token_reference}/activate: success',
];

describe('the schemas of a document', () => {
  it('are named after the objects that they describe', async () => {
    const { document } = await documentAt('/openapi.json');
    const { schemas } = document.components;
    const named = [
      'Client',
      'Card',
      'CardSettings',
      'Authorization',
      'EcommerceMessage',
      'Token',
      'Merchant',
      'Problem',
    ];
    for (const name of named) expect(schemas).toHaveProperty(name);
    expect(
      schemas.CreateClientRequest.properties.GwSrvRequest.properties.request_client_create.properties.body.$ref,
    ).toBe('#/components/schemas/Client');
  });
});

describe('the problem of a refusal', () => {
  it('describes every member that a refusal can have', async () => {
    const { document } = await documentAt('/openapi.json');
    const { properties } = document.components.schemas.Problem;
    const described: Part[] = ['type', 'title', 'status', 'detail', 'error_code', 'errors', 'more', 'matches'];
    expect(Object.keys(properties)).toEqual(described);
    expect(properties.more).toMatchObject({ type: 'integer' });
    // onboarding returns `more` for more than 200 findings
    const merchants = Array.from({ length: 201 }, () => ({}));
    const payload = { requestId: 'MORE', payload: { applications: [{ merchants }] } };
    const answer = await server.request({
      method: 'POST',
      url: '/V2/merchants/onboarding',
      as: 'demo-acquirer',
      payload,
    });
    expect(answer.json.more).toBeGreaterThan(0);
    expect(Object.keys(answer.json).filter((member) => !described.includes(member))).toEqual([]);
  });
});

describe('the refusals of an operation', () => {
  it.each(VERSIONS.slice(0, 2))(
    'in %s are components, with the codes of each status in the description',
    async (url, version) => {
      const { document } = await documentAt(url);
      // generated types need ten lines for each response that is written inline
      const writtenOut = operationsOf(document).flatMap(([at, { responses }]) =>
        Object.keys(responses)
          .filter((status) => !status.startsWith('2') && responses[status].$ref === undefined)
          .map((status) => `${at} ${status}`),
      );
      expect(writtenOut).toEqual([`post ${version}/services 400`, `post ${version}/services default`]);
      const refused = (path: string, status: number) => document.paths[`${version}${path}`].post.responses[status];
      expect(refused('/cardservices/CardCreate', 404)).toEqual({
        $ref: '#/components/responses/CreateCardRefused',
        description: '301 Client not found, 302 Account not found',
      });
      const { $ref, description } = refused('/tokens/{token_reference}/suspend', 409);
      expect([$ref, description]).toEqual([
        '#/components/responses/Conflict.tokens',
        '111, 420 The state does not allow this',
      ]);
    },
  );

  it('of one status and group contain an example of each operation that has one, under its name', async () => {
    const { document } = await documentAt('/openapi.json');
    const { content } = document.components.responses['Conflict.tokens'];
    const { examples } = content['application/problem+json'];
    expect(Object.keys(examples)).toEqual([
      'tokens.activate-token',
      'tokens.suspend-token',
      'tokens.resume-token',
      'tokens.deactivate-token',
      'tokens.request-provisioning',
    ]);
    expect(examples['tokens.resume-token'].value.error_code).toBe('420');
  });
});

describe('the error codes of a document', () => {
  it('are a closed list with the meaning of each, which every answer refers to', async () => {
    const { document } = await documentAt('/openapi.json');
    const { ErrorCode, Finding, Problem, ExceptionDetails } = document.components.schemas;
    expect(ErrorCode.enum.slice(0, 3)).toEqual(['101', '102', '103']);
    expect(ErrorCode['x-enum-varnames'].slice(0, 3)).toEqual(['body_unreadable', 'unknown_operation', 'field_missing']);
    expect(ErrorCode.description).toContain('- `301` Client not found (HTTP 404)');
    const named = [Finding.properties.code, Problem.properties.error_code].map(({ $ref }) => $ref);
    expect(named).toEqual(['#/components/schemas/ErrorCode', '#/components/schemas/ErrorCode']);
    expect(ExceptionDetails.properties.error_code.$ref).toBe('#/components/schemas/AnswerCode');
  });
});

describe('the examples of a document', () => {
  it('are the published ones, with the operator’s prefix if it is different', async () => {
    const own = await testServer({ CARDWRIGHT_OPERATOR_PREFIX: 'Acme' });
    try {
      const { json } = await own.request({ method: 'GET', url: '/openapi.json' });
      const { requestBody } = (json as Part).paths['/V2/cardservices/ClientCreate'].post;
      const [example] = Object.values(requestBody.content['application/json'].examples) as Part[];
      const [published] = readPublishedExamples().filter(({ folder }) => folder === 'clients.create-client');
      expect(example.summary).toBe(published?.title);
      expect(Object.keys(example.value)).toEqual(['AcmeSrvRequest']);
      expect(example.value.AcmeSrvRequest.request_client_create.body.customer_id).toBe('CIF-100001');
    } finally {
      await own.close();
    }
  });
});

describe('the example of a long answer', () => {
  it('has the first entry of each list, and the document states where the whole answer is', async () => {
    const { document } = await documentAt('/openapi.json');
    const { responses } = document.paths['/V2/merchants/{merchantId}/versions'].get;
    const [example] = Object.values(responses[200].content['application/json'].examples) as Part[];
    const published = readPublishedExamples().find(({ title }) => title === example.summary)?.answer.body as Part;
    expect(published.versions.length).toBeGreaterThan(1);
    expect(example.value.versions).toHaveLength(1);
    expect(document.info.description).toContain('packages/contract/examples');
  });
});

describe('an operation of a document', () => {
  it('links to its section of the documents, which the same server serves', async () => {
    const { json } = await server.request({ method: 'GET', url: '/openapi.json' });
    expect((json as Part).paths['/V2/cardservices/CardCreate'].post.externalDocs).toEqual({
      url: '/docs/guide/interface/cards#create',
    });
  });
});
