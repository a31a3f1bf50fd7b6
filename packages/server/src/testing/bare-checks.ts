import { lineAt, type Source } from '../../../repository/src/source-tree.ts';

type Node = Source['nodes'][number];

/** Globals whose calls compute a value, or throw. */
const COMPUTE = new Set(
  `Array ArrayBuffer BigInt Boolean Buffer DataView Date Intl JSON Math Number Object Reflect RegExp String Symbol Temporal
   TextDecoder TextEncoder URL URLSearchParams atob btoa decodeURI decodeURIComponent encodeURI encodeURIComponent escape
   parseFloat parseInt structuredClone unescape createPrivateKey createPublicKey createSecretKey`.split(/\s+/),
);
/** Members of these globals that change their arguments. */
const CHANGE = /\.(assign|define\w+|deleteProperty|freeze|preventExtensions|revokeObjectURL|seal|set|setPrototypeOf)$/;
/** Classes whose constructors register the new object. */
const REGISTER = new Set(['Gauge']);
/** Expressions with side effects. */
const EFFECTS = new Set([
  'AssignmentExpression',
  'AwaitExpression',
  'CallExpression',
  'ImportExpression',
  'UpdateExpression',
  'YieldExpression',
]);

/**
 * Finds statements whose value is unused and that can only serve to throw, as `file:line code`. A bundler may assume
 * that they have no effects and drop them.
 *
 * @example
 * bareChecks(sourceOf('a.ts', 'try { new URL(text); } catch { return false; }')); // ['a.ts:1 new URL(text)']
 */
export function bareChecks({ path, text, nodes }: Source): string[] {
  return nodes
    .filter((node) => node.type === 'ExpressionStatement' && typeof node.directive !== 'string')
    .flatMap((node) => leavesOf(node.expression as Node))
    .filter((leaf) => isBare(leaf, (node) => text.slice(node.start, node.end)))
    .map((leaf) => `${path}:${lineAt(text, leaf.start)} ${text.slice(leaf.start, leaf.end).split('\n')[0]}`);
}

/** Returns the expressions that a statement evaluates without using their values. */
function leavesOf(node: Node): Node[] {
  switch (node.type) {
    case 'ConditionalExpression':
      return [node.consequent, node.alternate].flatMap((one) => leavesOf(one as Node));
    case 'LogicalExpression':
      return leavesOf(node.right as Node);
    case 'SequenceExpression':
      return (node.expressions as Node[]).flatMap(leavesOf);
    case 'UnaryExpression':
      if (node.operator === 'delete') return [];
      return node.operator === 'void' ? leavesOf(node.argument as Node) : [node];
    case 'ChainExpression':
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSNonNullExpression':
      return leavesOf(node.expression as Node);
    default:
      return [node];
  }
}

function isBare(node: Node, codeOf: (node: Node) => string): boolean {
  const callee = node.callee as Node | undefined;
  if (node.type === 'NewExpression') return !REGISTER.has(codeOf(callee!));
  if (node.type !== 'CallExpression') return !EFFECTS.has(node.type);
  const code = codeOf(callee!).replace(/^globalThis\./, '');
  return COMPUTE.has(/^\w*/.exec(code)![0]) && !code.includes('(') && !CHANGE.test(code);
}
