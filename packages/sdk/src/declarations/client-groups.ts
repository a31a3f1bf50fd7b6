import type { Operation, SdkResource } from '@cardwright/contract';
import * as contract from '@cardwright/contract';

/** A method of the client, derived from the declaration of its operation in the contract. */
export interface ClientMethod {
  /** Path of the method in the client: `cards.create`. */
  readonly path: string;
  /** Name of the method: `create`. */
  readonly name: string;
  readonly operation: Operation;
  /** The name under which the contract exports the operation: `createCard`. */
  readonly exported: string;
  /** The ids in the path of the operation, in the order of the method's parameters. */
  readonly ids: readonly string[];
  /** The list in the answer, if the operation returns its answer page by page. */
  readonly list: string | undefined;
}

/** A resource of the client with its methods. */
export interface ClientGroup {
  /** Name of the member of the client: `cards`. */
  readonly name: SdkResource;
  readonly doc: string;
  /** Name of the interface: `CardCalls`. */
  readonly type: string;
  /** Name of the module, without its suffix: `card-settings`. */
  readonly module: string;
  readonly methods: readonly ClientMethod[];
}

/**
 * Returns the resources of the client in the order of the contract.
 *
 * @throws Error if two operations name the same method
 *
 * @example
 * clientGroups()[0]?.methods[0]; // { path: 'clients.create', exported: 'createClient', ids: [], ... }
 */
export function clientGroups(): ClientGroup[] {
  const methods = Object.entries(contract as unknown as Record<string, Operation>)
    .filter(([, value]) => (contract.OPERATIONS as readonly Operation[]).includes(value))
    .map(([exported, operation]) => methodOf(exported, operation));
  const order = contract.OPERATIONS.map(({ id }: Operation) => id);
  methods.sort((one, other) => order.indexOf(one.operation.id) - order.indexOf(other.operation.id));
  const doubled = methods.find(({ path }, at) => methods.findIndex((other) => other.path === path) !== at);
  if (doubled !== undefined) throw new Error(`two operations are the method ${doubled.path}`);
  return Object.entries(contract.SDK_RESOURCES).map(([name, doc]) => ({
    name: name as SdkResource,
    doc,
    type: `${name[0]?.toUpperCase()}${name.slice(1).replace(/s$/, '')}Calls`,
    module: name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    methods: methods.filter(({ path }) => path.startsWith(`${name}.`)),
  }));
}

function methodOf(exported: string, operation: Operation): ClientMethod {
  const { sdk: path } = operation;
  return {
    path,
    name: path.slice(path.indexOf('.') + 1),
    operation,
    exported,
    ids: [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, id = '']) => id),
    list: operation.surface === 'rest' ? pagedListOf(operation) : undefined,
  };
}

/** Returns the list of an operation with a cursor. The other lists of its answer must be optional. */
function pagedListOf({ id, query, response }: contract.RestOperation): string | undefined {
  if (!('cursor' in query.properties)) return undefined;
  const { properties = {}, required = [] } = response as contract.FieldSchema;
  const lists = required.filter((name) => properties[name]?.type === 'array');
  if (lists.length !== 1) throw new Error(`${id} takes a cursor and needs exactly one required list in its answer`);
  return lists[0];
}
