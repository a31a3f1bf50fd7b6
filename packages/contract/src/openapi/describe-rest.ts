import { ChangeRequest } from '../change-requests/change-request.ts';
import { LONGEST_IDEMPOTENCY_KEY, ownErrorsOf } from '../idempotency-key.ts';
import type { RestOperation } from '../operation.ts';
import type { FieldSchema } from '../schema/field-schema.ts';
import type { Components, Json } from './components.ts';
import { namedBody } from './describe-envelope.ts';
import { contentOf, type OperationExamples } from './examples.ts';
import { componentNameOf, tagOf } from './operation-names.ts';
import { describeRefusals } from './refusals.ts';
import { referToRefusal } from './rest-refusals.ts';
import { describeSchema } from './schema.ts';

const IDEMPOTENCY_KEY: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Identifies repeats: a request with the same key gets the stored response. See docs/interface/repeats.md#idempotency-key',
  schema: { type: 'string', minLength: 1, maxLength: LONGEST_IDEMPOTENCY_KEY },
};

const IF_MATCH: Json = {
  name: 'If-Match',
  in: 'header',
  description: 'ETag of the version to change. The request is refused if the current version differs',
  schema: { type: 'string' },
};

const ETAG: Json = { description: 'Version of the object, in quotes', schema: { type: 'string' } };

export function describeRest(operation: RestOperation, examples: OperationExamples, components: Components): Json {
  const name = componentNameOf(operation);
  const repeated = repeatedHeaders(operation, components);
  const headersOf = (own: Json | undefined) =>
    own === undefined && repeated === undefined ? undefined : { ...own, ...repeated };
  const answer = namedBody(operation.response as FieldSchema, `${name}Answer`, components);
  const success = (status: number, description: string) => {
    const headers = headersOf(
      operation.entityTag === undefined ? undefined : { ETag: components.header('ETag', ETAG) },
    );
    const content = contentOf(answer, examples.answers.get(status));
    return { [status]: { description, ...(headers !== undefined && { headers }), content } };
  };
  return {
    parameters: describeParameters(operation, examples, components),
    ...(operation.request !== null && { requestBody: describeRequest(operation, examples, components) }),
    responses: {
      ...(operation.successStatus === undefined
        ? success(200, 'Success')
        : {
            ...success(operation.successStatus, 'Accepted for processing'),
            ...success(200, 'Success; nothing to process'),
          }),
      ...(operation.changeKinds !== undefined && {
        202: {
          description: 'The change awaits approval by a second person',
          content: contentOf(describeSchema(ChangeRequest as FieldSchema, components), examples.answers.get(202)),
        },
      }),
      ...describeRefusals(ownErrorsOf(operation), examples, referToRefusal(operation, repeated, components)),
    },
  };
}

function describeRequest(operation: RestOperation, examples: OperationExamples, components: Components): Json {
  const schema = operation.request as FieldSchema;
  const described =
    operation.requestType === undefined
      ? namedBody(schema, `${componentNameOf(operation)}Request`, components)
      : describeSchema(schema, components);
  return {
    required: (schema.required ?? []).length > 0 || operation.requestType !== undefined,
    content: contentOf(described, examples.requests, operation.requestType),
  };
}

function describeParameters(operation: RestOperation, { sent }: OperationExamples, components: Components): Json[] {
  const sentExamples = sentParameters(operation, sent);
  const parameters = (place: 'path' | 'query' | 'header', schema: FieldSchema) =>
    Object.entries(schema.properties ?? {}).map(([name, property]): Json => {
      const example = sentExamples[place][place === 'header' ? name.toLowerCase() : name];
      const { description, ...described } = describeSchema(property, components);
      const parameter = {
        name,
        in: place,
        ...(schema.required?.includes(name) && { required: true }),
        ...(description !== undefined && { description }),
        schema: described,
        ...(example !== undefined && { examples: { sent: { value: example } } }),
      };
      // Documentation pages prefill the values of shared parameters, so an example in the query stays with its
      // operation.
      const isOwn = example !== undefined && place === 'query';
      return isOwn ? parameter : components.parameter([name, `${name}.${tagOf(operation)}`], parameter);
    });
  return [
    ...parameters('path', operation.params as FieldSchema),
    ...parameters('query', operation.query as FieldSchema),
    ...parameters('header', (operation.headers ?? {}) as FieldSchema),
    ...(operation.takesIdempotencyKey ? [components.parameter(['Idempotency-Key'], IDEMPOTENCY_KEY)] : []),
    ...(operation.entityTag === 'precondition' ? [components.parameter(['If-Match'], IF_MATCH)] : []),
  ];
}

/** Returns the path, query and header values of the successful example. */
function sentParameters(operation: RestOperation, exampleRequest: OperationExamples['sent']) {
  const [path = '', query = ''] = exampleRequest?.path.split('?') ?? [];
  const pattern = new RegExp(`${operation.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
  const inPath = Object.entries(pattern.exec(path)?.groups ?? {});
  const inHeader = Object.entries(exampleRequest?.headers ?? {});
  return {
    path: Object.fromEntries(inPath.map(([name, value]) => [name, decodeURIComponent(value)])),
    query: Object.fromEntries(query.split('&').map((pair) => pair.split('=').map(decodeURIComponent))) as Record<
      string,
      string
    >,
    header: Object.fromEntries(inHeader.map(([name, value]) => [name.toLowerCase(), value])),
  };
}

/** Answers repeat the request's headers, including failures. */
function repeatedHeaders({ headers }: RestOperation, components: Components): Json | undefined {
  if (headers === undefined) return undefined;
  const properties = Object.entries((headers as FieldSchema).properties ?? {});
  return Object.fromEntries(
    properties.map(([name, { description: _ofRequest, ...schema }]) => {
      const header = { description: 'Same as in the request', schema: describeSchema(schema, components) };
      return [name, components.header(name, header)];
    }),
  );
}
