import type { ExampleFiles } from '../documents/example-block.ts';
import {
  type Deprecation,
  type FlatOperation,
  type NotificationOperation,
  type Operation,
  partScopesOf,
} from '../operation.ts';
import type { FieldSchema } from '../schema/field-schema.ts';
import type { Components, Json } from './components.ts';
import { describeEnvelope, namedBody } from './describe-envelope.ts';
import { describeRest } from './describe-rest.ts';
import { contentOf, examplesOf, type OperationExamples } from './examples.ts';
import { componentNameOf, tagOf } from './operation-names.ts';
import { describeRefusals, referToOne } from './refusals.ts';

export interface Writing {
  readonly prefix: string;
  readonly examples: ExampleFiles;
  readonly components: Components;
}

/** An operation as OpenAPI describes it. */
export function describeOperation(operation: Operation, writing: Writing): Json {
  const examples = examplesOf(operation.id, writing.examples, writing.prefix);
  const shared = {
    operationId: operation.id,
    summary: operation.title,
    description: isUnversioned(operation)
      ? `${operation.description} Also served without a version in the path.`
      : operation.description,
    externalDocs: { url: pageOf(operation.reference) },
    tags: [tagOf(operation)],
    ...(operation.deprecation !== undefined && describeDeprecation(operation.deprecation)),
    security: [
      { oauth: [operation.scope] },
      ...partScopesOf(operation).map((scope) => ({ oauth: [scope] })),
      ...(operation.surface === 'notification' ? [{ signature: [] }] : []),
    ],
  };
  if (operation.surface === 'envelope') return { ...shared, ...describeEnvelope(operation, examples, writing) };
  if (operation.surface === 'rest') return { ...shared, ...describeRest(operation, examples, writing.components) };
  const parameters = operation.surface === 'notification' ? { parameters: SIGNATURE_HEADERS } : {};
  return { ...shared, ...parameters, ...describeOwnShape(operation, examples, writing.components) };
}

/**
 * Returns whether a path has no version. Such paths are not in the document, because generators would create each
 * method twice.
 */
function isUnversioned(operation: Operation): boolean {
  return operation.surface === 'rest' && operation.unversioned === true;
}

function describeDeprecation({ since, sunset, replacement }: Deprecation): Json {
  return { deprecated: true, 'x-deprecation': { since, sunset, replacement: pageOf(replacement) } };
}

/** Returns the URL of a document's page on the server: docs/decisions/0034-documentation-pages.md. */
function pageOf(reference: string): string {
  return reference.replace(/^docs\//, '/docs/guide/').replace('.md', '');
}

const SIGNATURE_HEADERS: Json[] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
  name,
  in: 'header',
  description: 'Standard Webhooks header: required without an access token',
  schema: { type: 'string' },
}));

/** Describes a message whose answer has the same form for all outcomes. */
function describeOwnShape(
  operation: FlatOperation | NotificationOperation,
  examples: OperationExamples,
  components: Components,
): Json {
  const name = componentNameOf(operation);
  const answer = namedBody(operation.response as FieldSchema, `${name}Answer`, components);
  const request = namedBody(operation.request as FieldSchema, `${name}Request`, components);
  const description = operation.surface === 'flat' ? 'Decision: approved or declined' : 'Accepted, with code 00';
  return {
    requestBody: { required: true, content: contentOf(request, examples.requests) },
    responses: {
      200: { description, content: contentOf(answer, examples.answers.get(200)) },
      ...describeRefusals(
        [],
        examples,
        referToOne(components, `${name}Refused`, { description: 'Not accepted', schema: answer }),
      ),
    },
  };
}
