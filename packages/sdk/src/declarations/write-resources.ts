import type { ClientGroup, ClientMethod } from './client-groups.ts';
import type { OperationTypes } from './operation-bodies.ts';
import { comment } from './schema-type.ts';

/** Parts of a method's declaration. */
export interface MethodTypes {
  typesOf(method: ClientMethod): OperationTypes;
  /** Returns code that calls the method. */
  exampleOf(method: ClientMethod): string;
}

/** Writes the declarations of a module of `client/resources`, with plain methods. */
export function writeResource(group: ClientGroup, types: MethodTypes, wire: string): string {
  const usedNames = [...new Set(group.methods.flatMap((method) => namesIn(types.typesOf(method))))];
  return [
    `import type { ${usedNames.sort().join(', ')} } from '${wire}';`,
    "import type { CallOptions } from '../call.js';",
    "import type { Pages } from '../pages.js';",
    "import type { Pending } from '../pending.js';",
    `${comment(group.doc)}\nexport interface ${group.type} {`,
    ...group.methods.map((method) => writeMethod(method, types)),
    '}',
    '',
  ].join('\n');
}

/** Writes the declaration of the class with all resources. Its implementation is not part of the declarations. */
export function writeResourceClass(groups: readonly ClientGroup[]): string {
  const imports = groups.map(({ type, module }) => `import type { ${type} } from './${module}.js';`);
  const members = groups.map(({ name, doc, type }) => `  ${comment(doc)}\n  readonly ${name}: ${type};`);
  return [...imports, 'export declare class Resources {', ...members, '}', ''].join('\n');
}

const namesIn = ({ body, query, answer }: OperationTypes) =>
  [body, query, answer].filter((name): name is string => /^[A-Z]\w*$/.test(name ?? ''));

function writeMethod(method: ClientMethod, types: MethodTypes): string {
  const example = types.exampleOf(method).replaceAll('*/', '*\\/').split('\n');
  const lines = [
    '/**',
    ` * ${method.operation.description}`,
    ' *',
    ' * @example',
    ...example.map((line) => ` * ${line}`.trimEnd()),
    ' */',
  ];
  const typed = types.typesOf(method);
  const declared = `readonly ${method.name}: (${parametersOf(method, typed)}) => ${answerOf(method, typed)};`;
  return [...lines, declared].map((line) => `  ${line}`).join('\n');
}

/** Writes the parameters: the ids of the path, then the body or the query, then options. */
function parametersOf({ ids }: ClientMethod, { body, isBodyOptional, query }: OperationTypes): string {
  const parameters = ids.map((id) => `${id}: string`);
  if (body === undefined) {
    return [...parameters, ...(query === undefined ? [] : [`query?: ${query}`]), 'options?: CallOptions'].join(', ');
  }
  const options = query === undefined ? 'CallOptions' : `CallOptions & { readonly query?: ${query} }`;
  return [...parameters, `body${isBodyOptional ? '?' : ''}: ${body}`, `options?: ${options}`].join(', ');
}

function answerOf({ list }: ClientMethod, { answer }: OperationTypes): string {
  return list === undefined ? `Pending<${answer}>` : `Pages<${answer}, ${answer}['${list}'][number]>`;
}
