import { type Command, Option } from 'commander';
import { onDeployment } from './with-deployment.ts';

export function registerKeys(program: Command): void {
  const keys = program.command('keys').description('Manage the keys that protect card numbers and secrets');
  keys
    .command('generate')
    .summary('Create a key file')
    .description('Create a key file that only you can read. An existing file is never overwritten.')
    .argument('[file]', 'path of the key file; default: CARDWRIGHT_KEY_FILE')
    .option('--json', 'print the result as one JSON object')
    .action(onDeployment(async () => (await import('./rotate-keys.ts')).generate));
  keys
    .command('rotate')
    .summary('Rotate a key without downtime')
    .description('Rotate a key without downtime. The servers do the work in small batches.')
    .addOption(new Option('--data', 'create a data key, and reseal all data with it (default)'))
    .addOption(
      new Option('--lookup', 'create a lookup key in the key file; until the rotation ends, both keys are searched'),
    )
    .addOption(new Option('--master', 'create a master key in the key file, and wrap the data keys with it'))
    .addOption(new Option('--content', 'create a content key; repeats of earlier requests are still recognized'))
    .addOption(new Option('--stop', 'pause unfinished rotations'))
    .addOption(new Option('--resume', 'continue paused rotations'))
    .addOption(
      new Option('--finish', 'remove unused keys from the key file on this machine, and destroy replaced content keys'),
    )
    .option('--wait', 'take part in the rotation, and return when it is done')
    .option('--json', 'print the result as one JSON object')
    .action(onDeployment(async () => (await import('./rotate-keys.ts')).rotate));
  keys
    .command('status')
    .description('Show the keys, the number of rows under each, and the progress of rotations')
    .option('--json', 'print the result as one JSON object')
    .action(onDeployment(async () => (await import('./key-status.ts')).keyStatus));
}
