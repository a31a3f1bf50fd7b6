import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'vitest/node';

/** Reads the repository for its own tests: files, imports, functions and literals. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
export const SERVER = 'packages/server/src';
export const CONTRACT = 'packages/contract/src';
export const SDK = 'packages/sdk/src';
export const CLI = 'packages/cli/src';
export const EMBEDDED_POSTGRES = 'packages/embedded-postgres/src';
export const ISO8583 = 'packages/iso8583/src';
export const VERIFIER = 'packages/verifier/src';
const PROOF = 'packages/proof/src';
const REPOSITORY = 'packages/repository/src';
export const CONSOLE = 'packages/console/src';
/** All packages. */
export const PACKAGES = [CONTRACT, SDK, EMBEDDED_POSTGRES, ISO8583, SERVER, VERIFIER, CLI, CONSOLE, PROOF, REPOSITORY];

/** The folder `engines` contains the engines that scripts/bundle-verifier.mjs froze. */
const GENERATED = new Set(['node_modules', 'dist', '.git', '.data', '.cache', 'coverage', 'sdk-reference', 'engines']);

/** Paths of all handwritten files, from the root, with forward slashes. */
export function allFiles(): string[] {
  return filesUnder('');
}

export function filesUnder(folder: string): string[] {
  const files: string[] = [];
  for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true })) {
    if (GENERATED.has(entry.name)) continue;
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) files.push(...filesUnder(path));
    else if (entry.isFile()) files.push(path);
  }
  return files.sort();
}

export function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

export const isTest = (path: string) => path.endsWith('.test.ts');
/** Code that is not shipped: tests, their shared code, the proof, and the rules of the repository. */
export const isForTests = (path: string) =>
  isTest(path) ||
  [`${SERVER}/testing`, `${ISO8583}/testing`, `${CLI}/testing`, `${VERIFIER}/testing`, PROOF, REPOSITORY].some(
    (folder) => path.startsWith(`${folder}/`),
  );
export const isCode = (path: string) => /\.(ts|mjs)$/.test(path);

interface Node {
  type: string;
  start: number;
  end: number;
  [member: string]: unknown;
}

interface Import {
  /** The specifier as written. */
  readonly specifier: string;
  /** The path from the root, for a file of the repository. */
  readonly file: string | undefined;
  /** Whether the import has only types, which the compiler erases. */
  readonly typeOnly: boolean;
  /** Whether the file exports the names again. */
  readonly isReexport: boolean;
  /** The names under which the other file exports them; `*` means all of them. */
  readonly names: readonly string[];
}

export interface Source {
  readonly path: string;
  readonly text: string;
  readonly nodes: readonly Node[];
  readonly imports: readonly Import[];
}

const parsed = new Map<string, Source>();

export function source(path: string): Source {
  const known = parsed.get(path);
  if (known !== undefined) return known;
  const parsedSource = sourceOf(path, read(path));
  parsed.set(path, parsedSource);
  return parsedSource;
}

/** Parses a text as the content of a file. */
export function sourceOf(path: string, text: string): Source {
  const nodes = allNodes(parseAst(text, { lang: langOf(path) }) as unknown as Node);
  return { path, text, nodes, imports: nodes.flatMap((node) => importOf(path, node)) };
}

function langOf(path: string): 'ts' | 'tsx' | 'js' {
  if (path.endsWith('.tsx')) return 'tsx';
  return path.endsWith('.ts') ? 'ts' : 'js';
}

export function sourcesUnder(folder: string): Source[] {
  return filesUnder(folder)
    .filter((path) => isCode(path) || path.endsWith('.tsx'))
    .map(source);
}

function allNodes(node: Node, nodes: Node[] = []): Node[] {
  nodes.push(node);
  for (const member of Object.values(node)) {
    if (Array.isArray(member)) {
      for (const child of member) if (isNode(child)) allNodes(child, nodes);
    } else if (isNode(member)) allNodes(member, nodes);
  }
  return nodes;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}

function importOf(path: string, node: Node): Import[] {
  const from = ['ImportDeclaration', 'ExportNamedDeclaration', 'ExportAllDeclaration', 'ImportExpression'];
  const specifier = from.includes(node.type) ? (node.source as { value?: unknown } | null)?.value : undefined;
  if (typeof specifier !== 'string') return [];
  return [
    {
      specifier,
      file: fileOf(path, specifier),
      typeOnly: importsTypesOnly(node),
      isReexport: node.type.startsWith('Export'),
      names: importedNames(node),
    },
  ];
}

/** The prefix of the proof's imports from the server. */
const INTERNAL = '@cardwright/server/internal/';

function fileOf(path: string, specifier: string): string | undefined {
  if (specifier.startsWith(INTERNAL)) return `${SERVER}/${specifier.slice(INTERNAL.length)}.ts`;
  return specifier.startsWith('.') ? posix.join(posix.dirname(path), specifier) : undefined;
}

function importedNames({ type, specifiers }: Node): string[] {
  if (type === 'ExportAllDeclaration' || type === 'ImportExpression') return ['*'];
  return ((specifiers ?? []) as Node[]).map((one) => {
    const imported = (type === 'ImportDeclaration' ? one.imported : one.local) as { name?: string } | undefined;
    return one.type === 'ImportNamespaceSpecifier' ? '*' : (imported?.name ?? 'default');
  });
}

function importsTypesOnly(node: Node): boolean {
  if (node.importKind === 'type' || node.exportKind === 'type') return true;
  const names = (node.specifiers ?? []) as { importKind?: string; exportKind?: string }[];
  return names.length > 0 && names.every((one) => one.importKind === 'type' || one.exportKind === 'type');
}

const TYPES = new Set(['TSInterfaceDeclaration', 'TSTypeAliasDeclaration']);

/** The names that a file declares and exports, without re-exports. A type and a value with the same name count once. */
export function exportsOf({ nodes }: Source, which: 'all' | 'values' = 'all'): string[] {
  const declarations = nodes.flatMap((node) => {
    const declaration = node.type === 'ExportNamedDeclaration' ? (node.declaration as Node | null) : null;
    if (declaration === null) return [];
    return declaration.type === 'VariableDeclaration' ? (declaration.declarations as Node[]) : [declaration];
  });
  const selected = declarations.filter(({ type }) => which === 'all' || !TYPES.has(type));
  const names = selected.map(({ id }) => (id as { name?: unknown }).name);
  return [...new Set(names.filter((name) => typeof name === 'string'))];
}

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

export interface FunctionSource {
  /** The name of the function, or its position if it has none. */
  readonly name: string;
  readonly lines: number;
}

export function functionsOf({ text, nodes }: Source): FunctionSource[] {
  return nodes
    .filter((node) => FUNCTIONS.has(node.type))
    .map((node) => ({
      name: (node.id as { name?: string } | null)?.name ?? `line ${lineAt(text, node.start)}`,
      lines: lineAt(text, node.end) - lineAt(text, node.start) + 1,
    }));
}

export function lineAt(text: string, position: number): number {
  return text.slice(0, position).split('\n').length;
}

export function lineCount(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}

/** The texts in the code: string literals, the fixed parts of templates, and names, but no comments. */
export function wordsOf({ nodes }: Source): { text: string; start: number }[] {
  return nodes.flatMap((node) => {
    const text = wordOf(node);
    return typeof text === 'string' ? [{ text, start: node.start }] : [];
  });
}

function wordOf(node: Node): unknown {
  if (node.type === 'Literal') return node.value;
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'TemplateElement') return (node.value as { cooked: string }).cooked;
  return undefined;
}

/** The top folders of the server whose subfolders are separate areas. `acquiring` is both such a folder and an area. */
const WINGS = ['platform', 'issuing', 'host'];

/**
 * The area of a server file: the folder below its wing, or '' for a file at the top.
 *
 * @example
 * areaOf('packages/server/src/issuing/cards/card.ts'); // 'cards'
 * areaOf('packages/server/src/acquiring/records/merchant-store.ts'); // 'acquiring'
 */
export function areaOf(path: string): string {
  const folders = path
    .slice(SERVER.length + 1)
    .split('/')
    .slice(0, -1);
  return (WINGS.includes(folders[0] ?? '') ? folders[1] : folders[0]) ?? '';
}

/** The folder of an area, including its wing. */
export function folderOfArea(area: string): string {
  const wing = WINGS.find((name) => existsSync(join(ROOT, SERVER, name, area)));
  return [SERVER, ...(wing === undefined ? [] : [wing]), area].join('/');
}

/** A short name of a module, for messages. */
export function shortName(path: string): string {
  return path
    .replace(`${SERVER}/`, '')
    .replace(`${CONTRACT}/`, 'contract/')
    .replace(`${SDK}/`, 'sdk/')
    .replace(`${EMBEDDED_POSTGRES}/`, 'embedded-postgres/')
    .replace(`${ISO8583}/`, 'iso8583/')
    .replace(`${CLI}/`, 'cli/')
    .replace(`${PROOF}/`, 'proof/')
    .replace(`${REPOSITORY}/`, 'repository/')
    .replace(`${CONSOLE}/`, 'console/');
}

/** Whether a list contains a file of the server. Entries that end with a slash are folders. */
export function isAmong(list: readonly string[], path: string): boolean {
  const name = path.slice(SERVER.length + 1);
  return list.some((entry) => (entry.endsWith('/') ? name.startsWith(entry) : name === entry));
}
