import { type Command, InvalidArgumentError, Option } from 'commander';
import { type SharedOptions, withConnectionOptions, withExamples } from '../connection/shared-options.ts';
import type { ApplyOptions } from './apply.ts';
import type { PlanOptions } from './plan.ts';

/** The option that selects the configuration file of the servers. Without it, the commands call a gateway. */
const configFile = () =>
  new Option(
    '--config-file <file>',
    'configuration file of the servers: their operator manages the sections "deployment" of all folders in it',
  ).conflicts(['profile', 'url', 'reason']);

const FOLDER = ['<folder>', 'folder with a folder of YAML files for each bank and acquirer'] as const;

/** Registers `plan`, `apply` and `pull`, which manage the configuration of a bank as files. */
export function registerConfiguration(program: Command): void {
  const plan = program
    .command('plan')
    .summary('Compare a folder of YAML files with the bank')
    .description(
      'Compare the configuration of the bank, or the rules for onboarding of the acquirer, with a folder of YAML files: what applying it would change, what past decisions it would have changed, which promises it would break, and what needs a second person.',
    )
    .argument(...FOLDER)
    .option('--out <file>', 'write the plan to a file for "apply --plan"')
    .option('--days <count>', 'days of past decisions to replay; 0 for none', days, 30)
    .option('--exit-code', 'exit with 0 without differences, with 2 with differences, and with 1 for every failure')
    .addOption(configFile());
  withExamples(
    withConnectionOptions(plan),
    'cardwright plan banks',
    'cardwright plan banks --exit-code --days 0',
    'cardwright plan banks --config-file /etc/cardwright/banks.json',
  ).action(async (folder: string, options: PlanOptions) => (await import('./plan.ts')).planFolder(folder, options));

  const apply = program
    .command('apply')
    .summary('Apply a folder of YAML files to the bank')
    .description(
      'Make all changes of the plan of a folder, or none. Rules are proposed. Changes that need a second person become one change request.',
    )
    .argument(...FOLDER)
    .option('--plan <file>', 'file that "plan --out" wrote; only this plan is applied')
    .option('--reason <text>', 'reason, which a change request needs')
    .addOption(configFile());
  withExamples(
    withConnectionOptions(apply),
    "cardwright apply banks --plan plan.json --reason 'Release 7'",
    'cardwright apply banks --config-file /etc/cardwright/banks.json',
  ).action(async (folder: string, options: ApplyOptions) => (await import('./apply.ts')).applyFolder(folder, options));

  const pull = program
    .command('pull')
    .summary('Write the configuration of the bank to a folder of YAML files')
    .description('Write the configuration of the bank as YAML files, with a schema for editors.')
    .argument(...FOLDER);
  withExamples(withConnectionOptions(pull), 'cardwright pull banks').action(
    async (folder: string, options: SharedOptions) => (await import('./pull.ts')).pullFolder(folder, options),
  );
}

function days(text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw new InvalidArgumentError('Enter a number of days.');
  return Number(text);
}
