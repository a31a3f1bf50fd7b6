import { type Command, InvalidArgumentError } from 'commander';
import { onDeployment } from './with-deployment.ts';

/** Registers `cardwright distribute`, which distributes a migrated database over the nodes of Citus. */
export function registerDistribute(program: Command): void {
  program
    .command('distribute')
    .description(
      'divide the tables among the nodes of Citus: a line for each table; stop the servers before, start them after',
    )
    .option('--shards <n>', 'into how many parts; never changed later', wholeNumber, 16)
    .option('--json', 'print one JSON object')
    .action(onDeployment(async () => (await import('./divide-tables.ts')).divideTables));
}

function wholeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1 || number > 256) throw new InvalidArgumentError('a number from 1 to 256');
  return number;
}
