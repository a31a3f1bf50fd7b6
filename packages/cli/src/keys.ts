import { type Command, Option } from 'commander';
import { onDeployment } from './with-deployment.ts';

export function registerKeys(program: Command): void {
  const keys = program.command('keys').description('keys that protect card numbers and secrets');
  keys
    .command('generate')
    .description('make a key file that only you can read; an existing file is never replaced')
    .argument('[file]', 'path of the new file; default: CARDWRIGHT_KEY_FILE')
    .option('--json', 'print one JSON object')
    .action(onDeployment(async () => (await import('./rotate-keys.ts')).generate));
  keys
    .command('rotate')
    .description('replace a key during normal operation; the servers do the work in small batches')
    .addOption(new Option('--data', 'make a new data key and reseal everything with it (the default)'))
    .addOption(new Option('--lookup', 'make a new lookup key in the key file; meanwhile both keys are searched'))
    .addOption(new Option('--master', 'make a new master key in the key file and wrap the data keys with it'))
    .addOption(new Option('--content', 'make a new content key; repeats of earlier requests stay known'))
    .addOption(new Option('--stop', 'pause unfinished rotations'))
    .addOption(new Option('--resume', 'continue paused rotations'))
    .addOption(
      new Option(
        '--finish',
        'remove keys that nothing needs: from the key file on this machine, and replaced content keys',
      ),
    )
    .option('--wait', 'take part in the work, and return when it is done')
    .option('--json', 'print one JSON object')
    .action(onDeployment(async () => (await import('./rotate-keys.ts')).rotate));
  keys
    .command('status')
    .description('list the keys, the rows under each, and the progress of rotations')
    .option('--json', 'print one JSON object')
    .action(onDeployment(async () => (await import('./key-status.ts')).keyStatus));
}
