/** A node of an ESTree syntax tree. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [member: string]: unknown;
}

/** A change of one thing in a text. */
export interface Change {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The changed code before and after, for reports. */
  readonly from: string;
  readonly to: string;
  /** The names of the enclosing declarations, from the outermost one: `formatAmount.digits`. */
  readonly within: string;
}

type Mutator = (node: SyntaxNode, code: (node: SyntaxNode) => string) => readonly [from: SyntaxNode, to: string][];

const COMPARED: Readonly<Record<string, readonly string[]>> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
};
const CALCULATED: Readonly<Record<string, string>> = { '+': '-', '-': '+', '*': '/', '/': '*', '%': '*' };
const ASSIGNED: Readonly<Record<string, string>> = { '+=': '-=', '-=': '+=', '??=': '=' };
const OTHER_METHOD: ReadonlyMap<string, string> = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['find', 'findLast'],
]);
/** Methods that return a value of the same kind. Without the call, the value stays unchanged. */
const LEFT_OUT = ['filter', 'padStart', 'padEnd', 'trim', 'toUpperCase', 'toLowerCase', 'replaceAll', 'replace'];

/** All kinds of mistakes in a rule. Each function returns the changes for a node. */
const MUTATORS: Readonly<Record<string, Mutator>> = {
  BinaryExpression(node, code) {
    const { left, right } = node as unknown as { left: SyntaxNode; right: SyntaxNode };
    const operator = String(node.operator);
    const isText = [left, right].some((side) => typeof side.value === 'string' || side.type === 'TemplateLiteral');
    const calculated = isText ? undefined : CALCULATED[operator];
    const others = COMPARED[operator] ?? (calculated === undefined ? [] : [calculated]);
    return others.map((other) => [node, `${code(left)} ${other} ${code(right)}`]);
  },
  LogicalExpression(node, code) {
    const { left, right } = node as unknown as { left: SyntaxNode; right: SyntaxNode };
    const standalone: [SyntaxNode, string][] = [
      [node, code(left)],
      [node, code(right)],
    ];
    if (node.operator === '??') return standalone;
    return [...standalone, [node, `(${code(left)}) ${node.operator === '&&' ? '||' : '&&'} (${code(right)})`]];
  },
  UnaryExpression(node, code) {
    return node.operator === '!' || node.operator === '-' ? [[node, code(node.argument as SyntaxNode)]] : [];
  },
  ConditionalExpression(node, code) {
    const { test, consequent, alternate } = node as unknown as Record<string, SyntaxNode>;
    if (test === undefined || consequent === undefined || alternate === undefined) return [];
    return [
      [node, code(consequent)],
      [node, code(alternate)],
    ];
  },
  IfStatement(node) {
    const test = node.test as SyntaxNode;
    return [
      [test, 'true'],
      [test, 'false'],
    ];
  },
  Literal(node) {
    const { value } = node;
    if (typeof value === 'boolean') return [[node, String(!value)]];
    if (typeof value === 'bigint') return [[node, `${value + 1n}n`]];
    if (typeof value === 'number') return [[node, String(value + 1)]];
    // A text with a space between words is for people.
    return typeof value === 'string' && !/\S \S/.test(value) ? [[node, JSON.stringify(`${value}_`)]] : [];
  },
  ExpressionStatement(node) {
    const { type } = node.expression as SyntaxNode;
    return type === 'Literal' ? [] : [[node, ';']];
  },
  ContinueStatement: (node) => [[node, ';']],
  AssignmentExpression(node, code) {
    const other = ASSIGNED[String(node.operator)];
    const { left, right } = node as unknown as { left: SyntaxNode; right: SyntaxNode };
    return other === undefined ? [] : [[node, `${code(left)} ${other} ${code(right)}`]];
  },
  CallExpression(node, code) {
    const callee = node.callee as SyntaxNode;
    if (callee.type !== 'MemberExpression') return [];
    const property = callee.property as SyntaxNode;
    const object = callee.object as SyntaxNode;
    const name = String(property.name);
    const other = OTHER_METHOD.get(name);
    if (other !== undefined) return [[property, other]];
    return LEFT_OUT.includes(name) ? [[node, code(object)]] : [];
  },
  ObjectExpression(node, code) {
    const members = node.properties as SyntaxNode[];
    const hasSpread = members.some(({ type }) => type === 'SpreadElement');
    const isTable = members.length > 1 && members.every(({ value }) => (value as SyntaxNode)?.type === 'Literal');
    return hasSpread || isTable ? members.map((left) => [node, without(node, members, left, code)]) : [];
  },
  ArrayExpression(node, code) {
    const members = node.elements as (SyntaxNode | null)[];
    const plain = members.flatMap((one) => (one === null || /^(Arrow|Function)/.test(one.type) ? [] : [one]));
    if (plain.length < 2 || plain.length !== members.length) return [];
    const left = plain.map((one): [SyntaxNode, string] => [node, without(node, plain, one, code)]);
    const areNames = plain.every(({ type }) => type === 'Identifier');
    const swapped = plain.slice(1).map((one, at): [SyntaxNode, string] => {
      const order = plain.map(code);
      [order[at], order[at + 1]] = [code(one), code(plain[at] as SyntaxNode)];
      return [node, `[${order.join(', ')}]`];
    });
    return areNames ? [...left, ...swapped] : left;
  },
};

function without(
  node: SyntaxNode,
  members: readonly SyntaxNode[],
  left: SyntaxNode,
  code: (node: SyntaxNode) => string,
): string {
  const remaining = members
    .filter((one) => one !== left)
    .map(code)
    .join(', ');
  return node.type === 'ArrayExpression' ? `[${remaining}]` : `{ ${remaining} }`;
}

/** All changes that one mistake can make in a program. */
export function changesIn(program: SyntaxNode, text: string): Change[] {
  const code = ({ start, end }: SyntaxNode) => text.slice(start, end);
  const changes: Change[] = [];
  walk(program, (node, parents) => {
    if (isForPeople(parents, node)) return false;
    const within = parents.flatMap(nameOf).join('.');
    for (const [from, to] of MUTATORS[node.type]?.(node, code) ?? []) {
      // Two names for the same thing may be swapped.
      if (code(from) === to) continue;
      changes.push({ start: from.start, end: from.end, text: to, from: code(from), to, within });
    }
    return true;
  });
  return changes;
}

/** The name of a function, a variable or a member. */
function nameOf({ type, id, key }: SyntaxNode): string[] {
  const description =
    type === 'Property' ? key : type.endsWith('Declaration') || type === 'VariableDeclarator' ? id : undefined;
  const name = (description as SyntaxNode | null | undefined)?.name;
  return typeof name === 'string' ? [name] : [];
}

/** Returns whether a node is not part of a rule: imports, thrown errors, and names of members. */
function isForPeople(parents: readonly SyntaxNode[], node: SyntaxNode): boolean {
  if (['ImportDeclaration', 'ExportAllDeclaration', 'ThrowStatement'].includes(node.type)) return true;
  const parent = parents.at(-1);
  if (parent === undefined) return false;
  if (node.type === 'Literal' && parent.type === 'UnaryExpression' && parent.operator === 'typeof') return true;
  return ['Property', 'MemberExpression'].includes(parent.type) && parent.key === node && parent.computed !== true;
}

function walk(node: SyntaxNode, visit: (node: SyntaxNode, parents: SyntaxNode[]) => boolean): void {
  const parents: SyntaxNode[] = [];
  const enter = (one: SyntaxNode) => {
    if (!visit(one, parents)) return;
    parents.push(one);
    for (const member of Object.values(one)) {
      if (Array.isArray(member)) for (const child of member) isNode(child) && enter(child);
      else if (isNode(member)) enter(member);
    }
    parents.pop();
  };
  enter(node);
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string';
}
