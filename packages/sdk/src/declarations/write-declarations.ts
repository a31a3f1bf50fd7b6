import type { ExampleFiles } from '@cardwright/contract';
import { type ClientMethod, clientGroups } from './client-groups.ts';
import { declareMessages, writeContractTypes } from './contract-values.ts';
import { methodExample } from './method-example.ts';
import { type OperationTypes, operationTypes } from './operation-bodies.ts';
import { NamedTypes } from './schema-type.ts';
import { writeResource, writeResourceClass } from './write-resources.ts';

/** Sources of the declarations, in addition to the operations of the contract. */
export interface DeclarationSources {
  readonly examples: ExampleFiles;
  /** Returns the text of a file of the contract's declarations. */
  readContract(file: string): string;
}

/** Files of plain declarations, by their path below the types folder of the package. */
export type Declarations = ReadonlyMap<string, string>;

/**
 * Writes declarations in which each body is an interface and each method states its parameters and its answer, without
 * a schema. A compiler that derives them from the contract's schemas creates 423,000 types; these declarations need
 * fewer than 3,000.
 *
 * @example
 * writeDeclarations(sources).get('contract/bodies.d.ts'); // export interface CreateCardBody { ... }
 */
export function writeDeclarations(sources: DeclarationSources): Declarations {
  const named = new NamedTypes();
  declareMessages(named);
  const types = new Map<string, OperationTypes>();
  const typesOf = ({ path, operation }: ClientMethod) => {
    const declared = types.get(path) ?? operationTypes(operation, named);
    types.set(path, declared);
    return declared;
  };
  const exampleOf = (method: ClientMethod) => methodExample(method, sources.examples);
  const groups = clientGroups();
  const resources = groups.map((group): [string, string] => [
    `sdk/client/resources/${group.module}.d.ts`,
    writeResource(group, { typesOf, exampleOf }, '../../../contract/bodies.js'),
  ]);
  return new Map([
    ...resources,
    ['sdk/client/resources/resources.d.ts', writeResourceClass(groups)],
    [
      'contract/bodies.d.ts',
      `import type { Condition, ExactNumber, JsonValue, RuleCondition } from './values.js';\n${named.written()}\n`,
    ],
    ['contract/values.d.ts', writeContractTypes(sources.readContract)],
    ['contract/index.d.ts', `export * from './bodies.js';\nexport * from './values.js';\n`],
  ]);
}
