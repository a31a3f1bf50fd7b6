/** The parts of an OpenAPI document that callers rely on, without descriptions and examples. */
export interface DocumentShape {
  readonly paths: Readonly<Record<string, PathShape | Reference>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** The payload of each event type. Absent in the shape of a release before events were recorded. */
  readonly events?: Readonly<Record<string, SchemaShape>>;
}
/** Operations by method. */
export type PathShape = Readonly<Record<string, OperationShape>>;
export interface OperationShape {
  readonly parameters?: readonly (ParameterShape | Reference)[];
  readonly requestBody?: { readonly required?: boolean; readonly content: ContentShape };
  readonly responses: Readonly<Record<string, ResponseShape | Reference>>;
  readonly security?: readonly unknown[];
  readonly deprecated?: boolean;
}
export interface ParameterShape {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: SchemaShape;
}
export interface ResponseShape {
  readonly content?: ContentShape;
}
export type ContentShape = Readonly<Record<string, { readonly schema: SchemaShape }>>;
export interface Reference {
  readonly $ref: string;
}
export interface SchemaShape {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, SchemaShape>>;
  readonly items?: SchemaShape;
  readonly additionalProperties?: SchemaShape | boolean;
  readonly allOf?: readonly SchemaShape[];
  readonly anyOf?: readonly SchemaShape[];
  readonly oneOf?: readonly SchemaShape[];
  readonly 'x-grows'?: boolean;
  readonly [limit: string]: unknown;
}

/** Keywords with text for readers. In the members of an object, the same names are fields and not keywords. */
const FOR_READERS = new Set(['description', 'summary', 'examples', 'example', 'tags', 'operationId', 'title']);
const MAPS_OF_NAMES = new Set(['properties', 'schemas', 'responses', 'parameters', 'headers', 'content', 'paths']);

/** Returns the shape of a document. The repository stores it for every release. */
export function shapeOf(document: Readonly<Record<string, unknown>>): DocumentShape {
  const { securitySchemes: _schemes, ...components } = document.components as Record<string, unknown>;
  return {
    paths: withoutWords(document.paths, true),
    components: Object.fromEntries(
      Object.entries(components).map(([kind, parts]) => [kind, withoutWords(parts, true)]),
    ),
    events: eventsOf((document.webhooks ?? {}) as Readonly<Record<string, Webhook>>),
  } as DocumentShape;
}

interface Webhook {
  readonly post: { readonly 'x-event-types': readonly string[]; readonly requestBody: { content: ContentShape } };
}

/** Returns the payload of each event type, sorted, so that a new type is one added line. */
function eventsOf(webhooks: Readonly<Record<string, Webhook>>): Readonly<Record<string, unknown>> {
  const payloads = Object.values(webhooks).flatMap(({ post }) =>
    post['x-event-types'].map((type) => [type, post.requestBody.content['application/json']?.schema] as const),
  );
  return Object.fromEntries(
    payloads.sort(([a], [b]) => (a < b ? -1 : 1)).map(([type, schema]) => [type, withoutWords(schema)]),
  );
}

function withoutWords(value: unknown, isMapOfNames = false): unknown {
  if (Array.isArray(value)) return value.map((entry) => withoutWords(entry));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(
    ([key]) => isMapOfNames || (!FOR_READERS.has(key) && (!key.startsWith('x-') || key === 'x-grows')),
  );
  return Object.fromEntries(
    entries.map(([key, inner]) => [key, withoutWords(inner, !isMapOfNames && MAPS_OF_NAMES.has(key))]),
  );
}

/**
 * Writes the stored form, with one line for each path, component and event type, so that a diff shows the changes of a
 * release.
 */
export function writeShape({ paths, components, events = {} }: DocumentShape): string {
  const lines = (parts: Readonly<Record<string, unknown>>, indent: string) =>
    Object.entries(parts)
      .map(([name, part]) => `${indent}${JSON.stringify(name)}: ${JSON.stringify(part)}`)
      .join(',\n');
  const kinds = Object.entries(components).map(([kind, parts]) => `  "${kind}": {\n${lines(parts, '   ')}\n  }`);
  return `{\n "paths": {\n${lines(paths, '  ')}\n },\n "components": {\n${kinds.join(',\n')}\n },\n "events": {\n${lines(events, '  ')}\n }\n}\n`;
}
