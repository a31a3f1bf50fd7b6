import { Argument, type Command } from 'commander';
import { type SharedOptions, withConnectionOptions, withExamples } from '../connection/shared-options.ts';
import { type Kind, OBJECT_KINDS } from './object-kinds.ts';

/** Registers `get`, which prints one object in human-readable form. */
export function registerGet(program: Command): void {
  const get = program
    .command('get')
    .summary('Show a card, an account, an authorization or another resource')
    .description(
      `Show a resource:\n${Object.entries(OBJECT_KINDS)
        .map(([kind, description]) => `  ${kind.padEnd(14)} ${description}`)
        .join('\n')}`,
    )
    .addArgument(new Argument('<kind>', 'type of the resource').choices(Object.keys(OBJECT_KINDS)))
    .argument('<id>', 'ID of the resource');
  withExamples(
    withConnectionOptions(get),
    'cardwright get account 001000000001',
    'cardwright get card 400000XXXXXX0018',
    'cardwright get authorization 632412000011 --json',
  ).action(async (kind: Kind, id: string, options: SharedOptions) =>
    (await import('./get-one.ts')).getOne(kind, id, options),
  );
}
