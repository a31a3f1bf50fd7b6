import { type CodeIndex, indexOf, lastNameOf, lineAt, type Node } from './code-index.ts';
import type { Source } from './source-tree.ts';

export interface LockedCodeRules {
  /** Names of the consts with a statement that locks accounts. */
  readonly lockStatements: ReadonlySet<string>;
  /**
   * Functions that are passed as arguments or called through an object. Each maps to `file#name` of the function that
   * creates it or that is meant.
   */
  readonly callbacks: Readonly<Record<string, string | readonly string[]>>;
  /** Functions that run an argument in its own transaction: the locks end with it. */
  readonly transactions: ReadonlySet<string>;
  /** Functions that end the transaction of their locks themselves. */
  readonly enders: ReadonlySet<string>;
  /** Calls that may lock although the called function is unknown: the name and the folder. */
  readonly mayLock: { readonly name: string; readonly folder: string };
}

/** The code between a locking call and the end of its function. */
interface Region {
  readonly file: CodeIndex;
  readonly from: number;
  readonly to: number;
}

/** Functions and classes that wait for something else, even if the code does not await them. */
const WAITING = new Set(['fetch', 'setTimeout', 'setInterval', 'setImmediate', 'Promise', 'Worker']);
const WAITING_MODULES = /^(node:(timers|fs|child_process|net|http|https|dns|worker_threads)\b|undici)/;
const OF_PROMISES = new Set(['all', 'allSettled', 'resolve']);

/**
 * Finds code that waits for something other than the database while it holds locks on accounts: `file:line what`. It
 * follows calls by name, through imports. It also reports awaited calls that it cannot follow.
 */
export function findWaitsUnderLocks(sources: readonly Source[], rules: LockedCodeRules): string[] {
  const files = new Map(sources.map((file) => [file.path, indexOf(file)]));
  const violations = new Set<string>();
  const followed = new Set<Node>();
  const follow = ({ file, from, to }: Region): void => {
    for (const node of file.nodes) {
      if (node.start < from || node.end > to) continue;
      for (const what of waitNodes(node, file, files, rules)) {
        const text = file.text.slice(what.start, what.end).replace(/\s+/g, ' ').slice(0, 80);
        violations.add(`${file.path}:${lineAt(file.text, node.start)} ${text}`);
      }
      for (const { file: other, node: called } of calledBy(node, file, files, rules)) {
        if (followed.has(called)) continue;
        followed.add(called);
        follow({ file: other, from: called.start, to: called.end });
      }
    }
  };
  for (const region of lockedRegions(files, rules)) follow(region);
  return [...violations].sort();
}

type Files = ReadonlyMap<string, CodeIndex>;

function lockedRegions(files: Files, rules: LockedCodeRules): Region[] {
  const regions = new Map<Node, Region>();
  // A caller of a locking function holds the lock after the call.
  const locking = new Set<Node>();
  for (let hasGrown = true; hasGrown; ) {
    hasGrown = false;
    for (const file of files.values()) {
      for (const { node: call, unit, loop } of file.calls) {
        if (unit === undefined || !locks(call, file, files, rules, locking)) continue;
        // In a loop, the code before the call also runs after it.
        const from = loop === undefined ? call.end : loop.start;
        if ((regions.get(unit)?.from ?? Number.POSITIVE_INFINITY) <= from) continue;
        regions.set(unit, { file, from, to: unit.end });
        if (!endsItsTransaction(unit, file, rules)) locking.add(unit);
        hasGrown = true;
      }
    }
  }
  return [...regions.values()];
}

function locks(call: Node, file: CodeIndex, files: Files, rules: LockedCodeRules, locking: ReadonlySet<Node>): boolean {
  const name = lastNameOf(call.callee as Node);
  const { mayLock, lockStatements } = rules;
  if (name === mayLock.name && file.path.includes(mayLock.folder)) return true;
  const [first, second] = (call.arguments as Node[]).map(lastNameOf);
  if (name === 'query' && lockStatements.has(first ?? '')) return true;
  if (name === 'queryOne' && lockStatements.has(second ?? '')) return true;
  return calledBy(call, file, files, rules).some(({ node }) => locking.has(node));
}

function endsItsTransaction(unit: Node, file: CodeIndex, { transactions, enders }: LockedCodeRules): boolean {
  if (enders.has(file.nameOfUnit.get(unit) ?? '')) return true;
  return file.calls.some(
    ({ node }) =>
      transactions.has(lastNameOf(node.callee as Node) ?? '') && node.start < unit.start && unit.end <= node.end,
  );
}

/** The parts of a node that wait for something other than the database. */
function waitNodes(node: Node, file: CodeIndex, files: Files, rules: LockedCodeRules): Node[] {
  if (node.type === 'ForOfStatement') return node.await === true ? [node] : [];
  if (node.type === 'AwaitExpression') {
    return answersOf(node.argument as Node).filter((awaited) => !isOfDatabase(awaited, file, files, rules));
  }
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return [];
  const callee = node.callee as Node;
  if (callee.type !== 'Identifier') return [];
  const name = callee.name as string;
  const module = file.moduleOf.get(name);
  const isWait = module === undefined ? WAITING.has(name) && !file.units.has(name) : WAITING_MODULES.test(module);
  return isWait ? [node] : [];
}

/**
 * Whether the awaited value is a statement, or a function of the repository, which is followed. For `Promise.all`, its
 * arguments decide.
 */
function isOfDatabase(awaited: Node, file: CodeIndex, files: Files, rules: LockedCodeRules): boolean {
  if (awaited.type !== 'CallExpression') return false;
  const callee = awaited.callee as Node;
  const name = lastNameOf(callee);
  if (callee.type === 'MemberExpression') {
    if (name === 'query') return true;
    if (lastNameOf(callee.object as Node) === 'Promise') return OF_PROMISES.has(name ?? '');
  }
  return calledBy(awaited, file, files, rules).length > 0;
}

/** Returns the possible values of an expression, through parentheses, type assertions and conditions. */
function answersOf(node: Node): Node[] {
  const sides: Record<string, readonly string[]> = {
    ConditionalExpression: ['consequent', 'alternate'],
    LogicalExpression: ['left', 'right'],
    ChainExpression: ['expression'],
    ParenthesizedExpression: ['expression'],
    TSAsExpression: ['expression'],
  };
  return sides[node.type]?.flatMap((side) => answersOf(node[side] as Node)) ?? [node];
}

interface Unit {
  readonly file: CodeIndex;
  readonly node: Node;
}

/** Returns the functions that a call reaches: in the same file, imported, or passed as arguments. */
function calledBy(call: Node, file: CodeIndex, files: Files, { callbacks }: LockedCodeRules): Unit[] {
  if (call.type !== 'CallExpression') return [];
  const callee = call.callee as Node;
  const name = lastNameOf(callee);
  if (name === undefined) return [];
  if (Object.hasOwn(callbacks, name)) {
    return [callbacks[name] ?? []].flat().flatMap((one) => {
      const [path = '', callback = ''] = one.split('#');
      return unitsNamed(callback, files.get(path));
    });
  }
  if (callee.type !== 'Identifier') return [];
  const own = unitsNamed(name, file);
  return own.length > 0 ? own : importedUnits(name, file, files);
}

function unitsNamed(name: string, file: CodeIndex | undefined): Unit[] {
  return file === undefined ? [] : (file.units.get(name) ?? []).map((node) => ({ file, node }));
}

function importedUnits(name: string, file: CodeIndex, files: Files): Unit[] {
  for (const { file: path, names } of file.imports) {
    const other = path === undefined || !(names.includes(name) || names.includes('*')) ? undefined : files.get(path);
    if (other === undefined || other === file) continue;
    const units = unitsNamed(name, other);
    if (units.length > 0) return units;
    const further = importedUnits(name, other, files);
    if (further.length > 0) return further;
  }
  return [];
}
