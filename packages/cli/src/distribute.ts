import { type Command, InvalidArgumentError } from 'commander';
import { onDeployment } from './with-deployment.ts';

/** Registers `cardwright distribute`, which distributes a migrated database over the nodes of Citus. */
export function registerDistribute(program: Command): void {
  program
    .command('distribute')
    .summary('Distribute the tables over the nodes of Citus')
    .description(
      'Distribute the tables over the nodes of Citus. Stop the servers before you run this command, and start them afterwards.',
    )
    .option('--shards <n>', 'number of shards, 1 to 256; cannot be changed later', wholeNumber, 16)
    .option('--json', 'print the result as one JSON object')
    .action(onDeployment(async () => (await import('./divide-tables.ts')).divideTables));
}

function wholeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1 || number > 256)
    throw new InvalidArgumentError('Enter a whole number from 1 to 256.');
  return number;
}
