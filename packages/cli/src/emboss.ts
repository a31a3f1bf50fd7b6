import { type Command, InvalidArgumentError } from 'commander';
import { onDeployment } from './with-deployment.ts';

/** Registers `cardwright emboss`, which writes a bank's pending physical cards to a file for its card bureau. */
export function registerEmboss(program: Command): void {
  program
    .command('emboss')
    .description("write the embossing file of a bank's waiting cards, encrypted for its card bureau")
    .requiredOption('--bank <bank_id>', 'the bank')
    .option('--dry-run', 'show what would be written, and write nothing')
    .option('--list', 'show the waiting cards and the newest runs')
    .option('--reprint <run>', 'write the file of an earlier run again, under the same number', readRunNumber)
    .option('--json', 'print one JSON object')
    .action(onDeployment(async () => (await import('./emboss-cards.ts')).embossCards));
}

function readRunNumber(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('A run number is 1 to 999999.');
  return Number(text);
}
