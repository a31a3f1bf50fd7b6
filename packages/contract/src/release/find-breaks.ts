import { type Comparison, compareSchemas, resolveReference } from './compare-schemas.ts';
import type {
  ContentShape,
  DocumentShape,
  OperationShape,
  ParameterShape,
  PathShape,
  Reference,
  ResponseShape,
} from './document-shape.ts';

/**
 * Finds the changes that break callers of a release: removed parts, new mandatory fields, values that requests no
 * longer accept, new values in answers. Additions do not break callers (docs/interface-changes.md).
 */
export function findBreaks(released: DocumentShape, now: DocumentShape): string[] {
  const all: Comparison = { released, now, breaks: [], visited: new Set() };
  for (const path of Object.keys(released.paths)) {
    for (const [method, operation] of Object.entries(methodsOf(path, released))) {
      const at = `${method.toUpperCase()} ${path}`;
      const current = methodsOf(path, now)[method];
      if (current === undefined) all.breaks.push(`${at} is removed`);
      else compareOperations(operation, current, at, all);
    }
  }
  for (const [type, schema] of Object.entries(released.events ?? {})) {
    const current = now.events?.[type];
    if (current === undefined) all.breaks.push(`event ${type} is removed`);
    else compareSchemas(schema, current, `event ${type}`, 'answer', all);
  }
  return all.breaks;
}

const REMOVED = / is removed$/;

/**
 * Finds what callers of a release can use in addition: operations, parameters, fields and event types. Fields are listed
 * once, at the first operation that has them.
 *
 * @example findAdditions(released, now) // ['POST /V2/cards/{id}/reissue is new', 'event card.created is new']
 */
export function findAdditions(released: DocumentShape, now: DocumentShape): string[] {
  return findBreaks(now, released)
    .filter((each) => REMOVED.test(each))
    .map((each) => each.replace(REMOVED, ' is new'));
}

/** Returns the methods of a path, or of the path that it refers to. */
function methodsOf(path: string, { paths }: DocumentShape): PathShape {
  const { $ref, ...methods } = paths[path] ?? {};
  if (typeof $ref !== 'string') return methods as PathShape;
  return (paths[decodeURI($ref).replace('#/paths/', '').replaceAll('~1', '/')] ?? {}) as PathShape;
}

function compareOperations(old: OperationShape, now: OperationShape, at: string, all: Comparison): void {
  compareParameters(old, now, at, all);
  if (now.requestBody?.required && !old.requestBody?.required) all.breaks.push(`${at} needs a body now`);
  if (old.requestBody !== undefined) {
    compareContents(old.requestBody.content, now.requestBody?.content, `${at} request`, 'request', all);
  }
  for (const [status, response] of Object.entries(old.responses)) {
    const current = now.responses[status];
    if (current === undefined) {
      if (status.startsWith('2')) all.breaks.push(`${at} no longer answers ${status}`);
      continue;
    }
    const { content = {} } = resolveReference<ResponseShape>(response, all.released);
    compareContents(
      content,
      resolveReference<ResponseShape>(current, all.now).content,
      `${at} ${status}`,
      'answer',
      all,
    );
  }
  const offered = (now.security ?? []).map((way) => JSON.stringify(way));
  for (const way of old.security ?? []) {
    if (!offered.includes(JSON.stringify(way))) all.breaks.push(`${at} no longer admits ${JSON.stringify(way)}`);
  }
}

function compareParameters(old: OperationShape, now: OperationShape, at: string, all: Comparison): void {
  const before = byName(old.parameters, all.released);
  const after = byName(now.parameters, all.now);
  for (const [name, parameter] of before) {
    const current = after.get(name);
    if (current === undefined) all.breaks.push(`${at} ${name} is removed`);
    else compareSchemas(parameter.schema, current.schema, `${at} ${name}`, 'request', all);
  }
  for (const [name, { required }] of after) {
    if (required && !before.get(name)?.required) all.breaks.push(`${at} ${name} is mandatory now`);
  }
}

function byName(parameters: OperationShape['parameters'] = [], document: DocumentShape): Map<string, ParameterShape> {
  const parameterNames = parameters.map((one: ParameterShape | Reference) =>
    resolveReference<ParameterShape>(one, document),
  );
  return new Map(parameterNames.map((parameter) => [`${parameter.in} ${parameter.name}`, parameter]));
}

function compareContents(
  old: ContentShape,
  now: ContentShape | undefined,
  at: string,
  way: 'request' | 'answer',
  all: Comparison,
): void {
  for (const [type, { schema }] of Object.entries(old)) {
    const current = now?.[type];
    if (current === undefined) all.breaks.push(`${at} is no longer ${type}`);
    else compareSchemas(schema, current.schema, at, way, all);
  }
}
