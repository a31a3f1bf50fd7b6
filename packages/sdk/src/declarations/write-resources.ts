import type { OperationTypes } from './operation-bodies.ts';
import type { DeclaredGroup, DeclaredMethod } from './read-methods.ts';
import { comment } from './schema-type.ts';

/** What a method needs to be declared. */
export interface MethodTypes {
  typesOf(method: DeclaredMethod): OperationTypes;
  /** Code that calls it. */
  exampleOf(group: DeclaredGroup, method: DeclaredMethod): string;
}

/** The declarations of a file `*-resources.ts` with plain methods, and the names of the types that they take and answer. */
export function writeResources(groups: readonly DeclaredGroup[], types: MethodTypes, wire: string): string {
  const body = groups.map((group) => writeGroup(group, types)).join('\n');
  const used = [
    ...new Set(groups.flatMap(({ methods }) => methods.flatMap((method) => namesIn(types.typesOf(method))))),
  ];
  return [
    `import type { ${used.sort().join(', ')} } from '${wire}';`,
    "import type { CallOptions } from './call.js';",
    "import type { Pages } from './pages.js';",
    "import type { Pending } from './pending.js';",
    body,
    '',
  ].join('\n');
}

const namesIn = ({ body, query, answer }: OperationTypes) =>
  [body, query, answer].filter((name): name is string => /^[A-Z]\w*$/.test(name ?? ''));

function writeGroup(group: DeclaredGroup, types: MethodTypes): string {
  const methods = group.methods.map((method) => writeMethod(group, method, types));
  return `${comment(group.doc)}\nexport interface ${group.type} {\n${methods.join('\n')}\n}`;
}

function writeMethod(group: DeclaredGroup, method: DeclaredMethod, types: MethodTypes): string {
  const example = types.exampleOf(group, method).replaceAll('*/', '*\\/').split('\n');
  const lines = [
    '/**',
    ` * ${method.doc}`,
    ' *',
    ' * @example',
    ...example.map((line) => ` * ${line}`.trimEnd()),
    ' */',
  ];
  const typed = types.typesOf(method);
  const declared = `readonly ${method.name}: (${parametersOf(method, typed)}) => ${answerOf(method, typed)};`;
  return [...lines, declared].map((line) => `  ${line}`).join('\n');
}

/** The ids of the path, then the body or the query, then options. */
function parametersOf({ ids }: DeclaredMethod, { body, isBodyOptional, query }: OperationTypes): string {
  const given = ids.map((id) => `${id}: string`);
  if (body === undefined) {
    return [...given, ...(query === undefined ? [] : [`query?: ${query}`]), 'options?: CallOptions'].join(', ');
  }
  const options = query === undefined ? 'CallOptions' : `CallOptions & { readonly query?: ${query} }`;
  return [...given, `body${isBodyOptional ? '?' : ''}: ${body}`, `options?: ${options}`].join(', ');
}

function answerOf({ list }: DeclaredMethod, { answer }: OperationTypes): string {
  return list === undefined ? `Pending<${answer}>` : `Pages<${answer}, ${answer}['${list}'][number]>`;
}
