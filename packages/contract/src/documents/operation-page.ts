import {
  AccessTokenAnswer,
  AccessTokenRefusal,
  AccessTokenRequest,
  TOKEN_PATH,
  TOKEN_REFUSALS,
} from '../access/issue-token.ts';
import { ERRORS, type ErrorName, GENERAL_ERRORS } from '../errors.ts';
import { ownErrorsOf } from '../idempotency-key.ts';
import { type FilledExample, readExamples } from '../openapi/examples.ts';
import { tagOf } from '../openapi/operation-names.ts';
import { inOrderOfTags, PROGRAM_TAGS, TAGS } from '../openapi/tags.ts';
import { TOKEN_ENDPOINT } from '../openapi/token-endpoint.ts';
import type { Operation } from '../operation.ts';
import { OPERATIONS } from '../operations.ts';
import type { FieldSchema } from '../schema/field-schema.ts';
import type { ExampleFiles } from './example-block.ts';
import { type FieldRow, fieldRows, type Side } from './field-table.ts';
import { partsOf } from './marked-fields.ts';
import { methodOf, operationFacts } from './operation-block.ts';

/** The fields of one part of a request or of an answer. */
export interface FieldPart {
  readonly title: string;
  readonly rows: readonly FieldRow[];
}

export interface ErrorRow {
  readonly code: string;
  readonly text: string;
  readonly http: number;
  /** Whether a retry can help. */
  readonly retry: boolean;
}

/** The content of the page about an operation. Texts may contain code between backticks, and links. */
export interface OperationPage {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly method: string;
  /** The path in every version, the current one first. */
  readonly paths: readonly string[];
  readonly scope: string | undefined;
  readonly surface: Operation['surface'] | undefined;
  /** The section of the documents that explains the operation. */
  readonly reference: string;
  /** Other facts that a caller needs, each with a label. */
  readonly facts: readonly (readonly [string, string])[];
  readonly request: readonly FieldPart[];
  readonly answer: readonly FieldPart[];
  /** The operation's own errors, without the general ones. */
  readonly errors: readonly ErrorRow[];
  readonly examples: readonly FilledExample[];
}

export interface TagPages {
  readonly name: string;
  readonly description: string;
  readonly operations: readonly OperationPage[];
}

const PUBLISHED_PREFIX = 'Gw';

/** Returns a page for every operation, including the access token, by tag in the order in which newcomers meet them. */
export function operationPages(files: ExampleFiles): TagPages[] {
  const pages = [
    tokenPage(files),
    ...inOrderOfTags(OPERATIONS as readonly Operation[]).map((operation) => pageOf(operation, files)),
    dispatchPage(files),
  ];
  return [...TAGS, ...PROGRAM_TAGS].map(({ name, description }) => ({
    name,
    description,
    operations: pages.filter((page) => tagOf(page) === name),
  }));
}

/** Returns the errors that every operation can answer before its own logic runs. */
export function generalErrorRows(): ErrorRow[] {
  return GENERAL_ERRORS.map(errorRow);
}

function pageOf(operation: Operation, files: ExampleFiles): OperationPage {
  const { id, title, description, scope, surface, path, reference } = operation;
  const isUnversioned = surface === 'rest' && operation.unversioned === true;
  return {
    id,
    title,
    description,
    method: methodOf(operation),
    paths: ['/V2', '/V1', ...(isUnversioned ? [''] : [])].map((version) => `${version}${path}`),
    scope,
    surface,
    reference,
    facts: operationFacts(operation).map(([name = '', text = '']) => [name, text] as const),
    request: fieldParts(operation, 'request'),
    answer: fieldParts(operation, 'answer'),
    errors: ownErrors(operation).map(errorRow),
    examples: readExamples(id, files, PUBLISHED_PREFIX),
  };
}

function fieldParts(operation: Operation, side: Side): FieldPart[] {
  return partsOf(operation, side)
    .map(([title, schema]) => ({ title, rows: fieldRows(schema, side) }))
    .filter(({ rows }) => rows.length > 0);
}

function ownErrors(operation: Operation): readonly ErrorName[] {
  if (operation.surface === 'rest') return ownErrorsOf(operation);
  return 'errors' in operation ? operation.errors : [];
}

function errorRow(name: ErrorName): ErrorRow {
  const { code, text, http, retry } = ERRORS[name];
  return { code, text, http, retry };
}

/** The page of the access token, which has no version and its own message form. */
function tokenPage(files: ExampleFiles): OperationPage {
  const rows = (schema: unknown, side: Side) => fieldRows(schema as FieldSchema, side);
  return {
    id: 'access.issue-token',
    ...TOKEN_ENDPOINT,
    method: 'POST',
    paths: [TOKEN_PATH],
    scope: undefined,
    surface: undefined,
    facts: [['Content-Type', '`application/x-www-form-urlencoded`, or JSON']],
    request: [{ title: '', rows: rows(AccessTokenRequest, 'request') }],
    answer: [
      { title: '', rows: rows(AccessTokenAnswer, 'answer') },
      { title: 'When no token is issued', rows: rows(AccessTokenRefusal, 'answer') },
    ],
    errors: TOKEN_REFUSALS.map(([code, http]) => ({
      code,
      text: code.replaceAll('_', ' '),
      http,
      retry: http === 429 || http >= 500,
    })),
    examples: readExamples('access.issue-token', files, PUBLISHED_PREFIX),
  };
}

function dispatchPage(files: ExampleFiles): OperationPage {
  return {
    id: 'services.dispatch',
    title: 'Call an envelope operation',
    description:
      'Accepts a request of any envelope operation. The request key identifies the operation, whose scope applies. Fields, responses and errors are those of the operation.',
    method: 'POST',
    paths: ['/V2/services', '/V1/services'],
    scope: undefined,
    surface: 'envelope',
    reference: 'docs/interface/requests.md#any-envelope-operation',
    facts: [],
    request: [],
    answer: [],
    errors: [],
    examples: readExamples('services.dispatch', files, PUBLISHED_PREFIX),
  };
}
