/** A method of the client, as its source declares it. */
export interface DeclaredMethod {
  readonly name: string;
  readonly doc: string;
  /** What the contract exports of its operation: `createCard`. */
  readonly operation: string;
  /** The list in its answer, where it answers page by page. */
  readonly list: string | undefined;
  /** The ids of its path, in the order of its parameters. */
  readonly ids: readonly string[];
}

/** What has methods of its own: `cards`. */
export interface DeclaredGroup {
  /** The interface: `CardCalls`. */
  readonly type: string;
  readonly doc: string;
  readonly methods: readonly DeclaredMethod[];
}

const GROUP = /\/\*\* ([^*]+) \*\/\nexport interface (\w+Calls) \{\n(.*?)\n\}/gs;
const METHOD =
  /\/\*\* ([^*]+) \*\/\s+readonly (\w+):\s+(?:CallMethod|PagedMethod)<\s*typeof (\w+)(?:,\s*'(\w+)')?(?:,\s*\[([^\]]*)\])?,?\s*>;/g;

/**
 * The groups of a file `*-resources.ts`, in its order.
 *
 * @throws Error for a member of a group that is no method with a sentence above it
 *
 * @example
 * readGroups(source)[0]?.methods[0]; // { name: 'create', doc: 'Creates a client.', operation: 'createClient', list: undefined, ids: [] }
 */
export function readGroups(source: string): DeclaredGroup[] {
  return [...source.matchAll(GROUP)].map(([, doc = '', type = '', members = '']) => {
    const methods = [...members.matchAll(METHOD)].map(readMethod);
    const declared = members.match(/^ {2}readonly /gm)?.length;
    if (methods.length !== declared) throw new Error(`${type} has a member that is no method with a sentence above it`);
    return { type, doc, methods };
  });
}

function readMethod([, doc = '', name = '', operation = '', list, ids = '']: RegExpMatchArray): DeclaredMethod {
  return { name, doc, operation, list, ids: [...ids.matchAll(/'([^']+)'/g)].map(([, id = '']) => id) };
}

/** Of `resource-client.ts`: the member of the client for each group's interface, in their order. */
export function readMembers(source: string): Map<string, string> {
  return new Map(
    [...source.matchAll(/^ {2}readonly (\w+): (\w+Calls);$/gm)].map(([, name = '', type = '']) => [type, name]),
  );
}
