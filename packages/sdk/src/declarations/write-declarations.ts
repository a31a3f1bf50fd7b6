import type { ExampleFiles, Operation } from '@cardwright/contract';
import * as contract from '@cardwright/contract';
import { declareMessages, writeContractTypes } from './contract-values.ts';
import { methodExample } from './method-example.ts';
import { type OperationTypes, operationTypes } from './operation-bodies.ts';
import { type DeclaredGroup, type DeclaredMethod, readGroups, readMembers } from './read-methods.ts';
import { NamedTypes } from './schema-type.ts';
import { writeResources } from './write-resources.ts';

/** What the declarations are made of. */
export interface DeclarationSources {
  /** Files `*-resources.ts` of the client, by their names. */
  readonly resources: ReadonlyMap<string, string>;
  /** `resource-client.ts`. */
  readonly client: string;
  readonly examples: ExampleFiles;
  /** The text of a file of the contract's declarations. */
  readContract(file: string): string;
}

/** Files of plain declarations, by their paths below the folder of the package's types. */
export type Declarations = ReadonlyMap<string, string>;

/** A method with its place in the client, its operation, and code that calls it. */
export interface ClientMethod {
  /** `cards.create`. */
  readonly path: string;
  readonly declared: DeclaredMethod;
  readonly operation: Operation;
  readonly example: string;
}

/** The methods of the client, in the order of its members. */
export function clientMethods({ resources, client, examples }: DeclarationSources): ClientMethod[] {
  const members = readMembers(client);
  const groups = new Map([...resources.values()].flatMap(readGroups).map((group) => [group.type, group]));
  return [...members].flatMap(([type, member]) =>
    (groups.get(type)?.methods ?? []).map((declared) => {
      const path = `${member}.${declared.name}`;
      const operation = operationOf(declared);
      return { path, declared, operation, example: methodExample(path, declared, operation, examples) };
    }),
  );
}

/**
 * Declarations in which every body is an interface and every method says what it takes and answers, without a schema: a
 * compiler that derives them from the contract's schemas makes 423,000 types, and of these fewer than 3,000.
 *
 * @example
 * writeDeclarations(sources).get('contract/bodies.d.ts'); // export interface CreateCardBody { ... }
 */
export function writeDeclarations(sources: DeclarationSources): Declarations {
  const named = new NamedTypes();
  declareMessages(named);
  const members = readMembers(sources.client);
  const types = new Map<string, OperationTypes>();
  const typesOf = (method: DeclaredMethod) => {
    const known = types.get(method.operation) ?? operationTypes(operationOf(method), named);
    types.set(method.operation, known);
    return known;
  };
  const exampleOf = ({ type }: DeclaredGroup, method: DeclaredMethod) =>
    methodExample(`${members.get(type)}.${method.name}`, method, operationOf(method), sources.examples);
  const resources = [...sources.resources].map(([file, text]): [string, string] => [
    `sdk/client/${file.replace(/\.ts$/, '.d.ts')}`,
    writeResources(readGroups(text), { typesOf, exampleOf }, '../../contract/bodies.js'),
  ]);
  return new Map([
    ...resources,
    [
      'contract/bodies.d.ts',
      `import type { Condition, ExactNumber, JsonValue } from './values.js';\n${named.written()}\n`,
    ],
    ['contract/values.d.ts', writeContractTypes(sources.readContract)],
    ['contract/index.d.ts', `export * from './bodies.js';\nexport * from './values.js';\n`],
  ]);
}

function operationOf({ operation }: DeclaredMethod): Operation {
  return (contract as unknown as Record<string, Operation>)[operation] as Operation;
}
