import { lineAt, type Source } from './source-tree.ts';

export { lineAt };

export type Node = Source['nodes'][number];

interface Call {
  readonly node: Node;
  /** The function that contains it. */
  readonly unit: Node | undefined;
  /** The outermost loop of that function that contains it. */
  readonly loop: Node | undefined;
}

/** A file with an index of its functions and calls. */
export interface CodeIndex extends Source {
  readonly calls: readonly Call[];
  /** Functions by name, or by the name of the const or member that holds them. */
  readonly units: ReadonlyMap<string, readonly Node[]>;
  readonly nameOfUnit: ReadonlyMap<Node, string>;
  /** The modules of names that are imported from outside the repository. */
  readonly moduleOf: ReadonlyMap<string, string>;
}

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);
const LOOPS = new Set(['ForStatement', 'ForOfStatement', 'ForInStatement', 'WhileStatement', 'DoWhileStatement']);

export function indexOf(file: Source): CodeIndex {
  const nameOfUnit = new Map<Node, string>();
  for (const node of file.nodes) {
    const parts = node.type === 'VariableDeclarator' ? [node.init, node.id] : [node.value, node.key];
    const [unit, named] = FUNCTIONS.has(node.type) ? [node, node.id] : (parts as [Node | null, Node]);
    const name = unit && FUNCTIONS.has(unit.type) ? lastNameOf(named as Node | null) : undefined;
    if (unit && name !== undefined) nameOfUnit.set(unit, name);
  }
  const units = new Map<string, Node[]>();
  for (const [unit, name] of nameOfUnit) units.set(name, [...(units.get(name) ?? []), unit]);
  return { ...file, calls: callsOf(file), units, nameOfUnit, moduleOf: modulesOf(file) };
}

/** Nodes come before their children, so a stack holds the ancestors of a node. */
function callsOf({ nodes }: Source): Call[] {
  const around: Node[] = [];
  const calls: Call[] = [];
  for (const node of nodes) {
    while (around.length > 0 && (around.at(-1)?.end ?? 0) <= node.start) around.pop();
    if (node.type === 'CallExpression') {
      const at = around.findLastIndex(({ type }) => FUNCTIONS.has(type));
      calls.push({ node, unit: around[at], loop: around.slice(at + 1).find(({ type }) => LOOPS.has(type)) });
    }
    if (FUNCTIONS.has(node.type) || LOOPS.has(node.type)) around.push(node);
  }
  return calls;
}

function modulesOf({ nodes }: Source): Map<string, string> {
  const modules = new Map<string, string>();
  for (const node of nodes) {
    if (node.type !== 'ImportDeclaration') continue;
    const { value } = node.source as { value: string };
    if (value.startsWith('.')) continue;
    for (const { local } of node.specifiers as { local: { name: string } }[]) modules.set(local.name, value);
  }
  return modules;
}

/** The last name of an expression: `write` in `context.trail.write`. */
export function lastNameOf(node: Node | null | undefined): string | undefined {
  if (node === null || node === undefined) return undefined;
  if (node.type === 'Identifier') return node.name as string;
  if (node.type === 'MemberExpression') return lastNameOf(node.property as Node);
  if (node.type === 'TSNonNullExpression' || node.type === 'ChainExpression')
    return lastNameOf(node.expression as Node);
  return undefined;
}
