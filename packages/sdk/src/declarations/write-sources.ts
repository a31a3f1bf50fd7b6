import { type ClientGroup, type ClientMethod, clientGroups } from './client-groups.ts';

const WIDTH = 120;
const HEAD = '// Written by scripts/documents/write-docs.mjs from the operations of the contract. Do not edit it.\n';

/**
 * Writes the modules of `packages/sdk/src/client/resources`, by their file names.
 *
 * @example
 * writeSources().get('cards.ts'); // export interface CardCalls { ... } export function makeCards(...) { ... }
 */
export function writeSources(): Map<string, string> {
  const groups = clientGroups();
  return new Map([
    ...groups.map((group): [string, string] => [`${group.module}.ts`, HEAD + writeGroup(group)]),
    ['index.ts', HEAD + byModule(groups).map(exportOf).join('')],
    ['resources.ts', HEAD + writeResources(groups)],
  ]);
}

const exportOf = ({ type, module }: ClientGroup) => `export type { ${type} } from './${module}.ts';\n`;

const byModule = (groups: readonly ClientGroup[]) =>
  inOrder(groups.map(({ module }) => module)).flatMap((module) => groups.filter((group) => group.module === module));

function writeGroup({ type, doc, name, methods }: ClientGroup): string {
  const hasPages = methods.some(({ list }) => list !== undefined);
  const hasOthers = methods.some(({ list }) => list === undefined);
  const types = [hasOthers && 'CallMethod', 'MethodFactory', hasPages && 'PagedMethod'].filter(
    (each) => each !== false,
  );
  const makers = [hasOthers && 'one', hasPages && 'paged'].filter((each) => each !== false);
  const imported = onLines('import', inOrder(methods.map(({ exported }) => exported)), "from '@cardwright/contract';");
  const declared = methods.map((method) => `  /** ${method.operation.title}. */\n  ${declarationOf(method)}\n`);
  return `${imported}
import type { ${types.join(', ')} } from '../call-method.ts';

/** ${doc} */
export interface ${type} {
${declared.join('')}}

export function ${factoryName(name)}({ ${makers.join(', ')} }: MethodFactory): ${type} {
  return {
${methods.map((method) => `    ${makingOf(method)}\n`).join('')}  };
}
`;
}

function declarationOf({ name, exported, ids, list }: ClientMethod): string {
  const method = list === undefined ? 'CallMethod' : 'PagedMethod';
  const parameters = [
    `typeof ${exported}`,
    ...(list === undefined ? [] : [`'${list}'`]),
    ...(ids.length === 0 ? [] : [`[${ids.map((id) => `'${id}'`).join(', ')}]`]),
  ];
  return `readonly ${name}: ${method}<${parameters.join(', ')}>;`;
}

function makingOf({ name, exported, ids, list }: ClientMethod): string {
  const texts = [...(list === undefined ? [] : [list]), ...ids].map((text) => `, '${text}'`);
  return `${name}: ${list === undefined ? 'one' : 'paged'}(${exported}${texts.join('')}),`;
}

function writeResources(groups: readonly ClientGroup[]): string {
  const imports = byModule(groups).map(({ type, module, name }) => {
    const names = inOrder([type, factoryName(name)]).map((each) => (each === type ? `type ${type}` : each));
    return `import { ${names.join(', ')} } from './${module}.ts';\n`;
  });
  const members = groups.map(({ name, type }) => `  readonly ${name}: ${type};\n`);
  const assignments = groups.map(({ name }) => `    this.${name} = ${factoryName(name)}(make);\n`);
  return `import type { MethodFactory } from '../call-method.ts';
${imports.join('')}
/** Every operation of the interface, as methods of the resources that they are about. */
export class Resources {
${members.join('')}
  constructor(make: MethodFactory) {
${assignments.join('')}  }
}
`;
}

const factoryName = (name: string) => `make${name[0]?.toUpperCase()}${name.slice(1)}`;

/** Writes names on one line if they fit. */
function onLines(before: string, names: readonly string[], after: string): string {
  const line = `${before} { ${names.join(', ')} } ${after}`;
  return line.length <= WIDTH ? line : `${before} {\n${names.map((name) => `  ${name},\n`).join('')}} ${after}`;
}

/** Sorts names as the formatter does: alphabetically, with an uppercase letter before its lowercase letter. */
function inOrder(names: readonly string[]): string[] {
  const lower = (text: string) => text.toLowerCase();
  return [...names].sort((one, other) => {
    const at = [...one].findIndex((letter, place) => letter !== other[place]);
    const [first = '', second = ''] = [one[at], other[at]];
    if (at === -1) return -1;
    if (lower(first) !== lower(second)) return lower(first) < lower(second) ? -1 : 1;
    return first < second ? -1 : 1;
  });
}
