import { type Command, InvalidArgumentError } from 'commander';
import { onDeployment } from './with-deployment.ts';

/** Registers `cardwright emboss`, which writes a bank's pending physical cards to a file for its card bureau. */
export function registerEmboss(program: Command): void {
  program
    .command('emboss')
    .description("Write the embossing file of a bank's pending cards, encrypted for its card bureau")
    .requiredOption('--bank <bank_id>', 'ID of the bank')
    .option('--dry-run', 'show what would be written, without writing it')
    .option('--list', 'list the pending cards and the latest runs')
    .option('--reprint <run>', 'number of an earlier run whose file is written again', readRunNumber)
    .option('--json', 'print the result as one JSON object')
    .action(onDeployment(async () => (await import('./emboss-cards.ts')).embossCards));
}

function readRunNumber(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('Enter a run number from 1 to 999999.');
  return Number(text);
}
