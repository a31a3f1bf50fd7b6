import { readFile } from 'node:fs/promises';
import { BUILT_IN_NAMES, loadSpecification, SPECIFICATIONS, type Specification } from '@cardwright/iso8583';
import { UsageError } from '../output/usage-error.ts';

/** Finds a specification by the name of a built-in one, or reads it from a JSON file. */
export async function findSpecification(name: string): Promise<Specification> {
  const builtIn = BUILT_IN_NAMES.find((each) => each === name);
  if (builtIn !== undefined) return SPECIFICATIONS[builtIn];
  const content = await readFile(name, 'utf8').catch(() => {
    throw new UsageError(`specification ${name} not found: use ${BUILT_IN_NAMES.join(', ')} or a JSON file`);
  });
  try {
    return loadSpecification(JSON.parse(content));
  } catch (error) {
    throw new UsageError(`${name}: ${(error as Error).message}`);
  }
}
