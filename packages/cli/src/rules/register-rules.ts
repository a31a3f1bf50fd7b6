import { type Command, InvalidArgumentError } from 'commander';
import { type SharedOptions, withConnectionOptions, withExamples } from '../connection/shared-options.ts';
import type { MoveOptions, ProveOptions, ReportOptions } from './rule-options.ts';

/** Registers `rules`, which manages a bank's own rules as files. */
export function registerRules(program: Command): void {
  const rules = program
    .command('rules')
    .summary('Manage the rules of a bank as files')
    .description('Manage the rules of a bank as files, so that you can keep them under version control.');

  const list = rules
    .command('list')
    .description('List the rules with the states of their versions')
    .option('--state <state>', 'state that a version of the rule must have, such as LIVE');
  withExamples(withConnectionOptions(list), 'cardwright rules list --state LIVE').action(async (options) =>
    (await import('./list-rules.ts')).printRules(options),
  );

  const pull = rules
    .command('pull')
    .description('Write the latest version of each rule that is not retired to a file NAME.json')
    .argument('[folder]', 'folder of the rule files', 'rules');
  withExamples(withConnectionOptions(pull), 'cardwright rules pull').action(
    async (folder: string, options: SharedOptions) => (await import('./pull-rules.ts')).pullRules(folder, options),
  );

  const push = rules
    .command('push')
    .description(
      'Create a draft from each file that differs from the latest version of its rule. A draft does not take effect, and rules without a file are not changed.',
    )
    .argument('[folder]', 'folder of the rule files', 'rules')
    .option('--dry-run', 'show which drafts would be created, without creating them');
  withExamples(withConnectionOptions(push), 'cardwright rules push', 'cardwright rules push --dry-run --json').action(
    async (folder: string, options: SharedOptions & { dryRun?: true }) =>
      (await import('./push-rules.ts')).pushRules(folder, options),
  );

  registerProve(rules);
  registerMoves(rules);
}

function registerProve(rules: Command): void {
  const prove = rules
    .command('prove')
    .description(
      'Prove for all possible messages what the rule of a file does among the live rules, or refute it with an example. The exit code is 1 if the rule can match nothing, matches everything, adds nothing or breaks a promise of the bank or of the file, or if this is not decided in time. With an account, a card or a product, also if the rule can never decide there.',
    )
    .argument('<file>', 'rule file NAME.json')
    .option('--promises <file>', 'file with a list of further promises')
    .option('--expect <relation>', 'relation that the rule must have to its live version, such as EQUIVALENT')
    .option('--account <number>', 'account whose whole decision is analyzed, with settings, restrictions and limits')
    .option('--card <exid>', 'card whose whole decision is analyzed')
    .option('--product <code>', 'product at whose accounts the whole decision is analyzed')
    .option(
      '--proposal <file>',
      'file with cardSettings, restrictions, limits or a program that the account would have',
    )
    .option('--limit <milliseconds>', 'time limit for each question, up to 30000; default: 2000', milliseconds);
  withExamples(
    withConnectionOptions(prove),
    'cardwright rules prove rules/NIGHT_SHOPS.json --expect WEAKER',
    'cardwright rules prove rules/NIGHT_SHOPS.json --account 001000000001 --proposal stricter.json',
  ).action(async (file: string, options: ProveOptions) => (await import('./prove-rule.ts')).proveRule(file, options));
}

function milliseconds(text: string): number {
  if (!/^[1-9]\d{2,4}$/.test(text)) throw new InvalidArgumentError('Enter a number from 100 to 30000.');
  return Number(text);
}

/** Registers the commands that move a version to another state and that report its effects. */
function registerMoves(rules: Command): void {
  const move = (name: 'shadow' | 'propose' | 'approve' | 'retire', description: string) =>
    withConnectionOptions(rules.command(name))
      .description(description)
      .argument('<name>', 'name of the rule')
      .argument('[version]', 'version number; default: the latest version, or the proposed one', version)
      .action(async (rule: string, which: number | undefined, options: MoveOptions) =>
        (await import('./move-rule.ts')).moveNamedRule(name, rule, which, options),
      );
  move('shadow', 'Move a draft to shadow: the gateway evaluates it, but it does not affect decisions');
  move('propose', 'Propose a version that is in shadow, and start its backtest').option(
    '--from <time>',
    'start of the time range of the backtest; default: 30 days ago',
  );
  const why = ['--reason <text>', 'reason, which is stored with the version and in the audit log'] as const;
  move('approve', 'Approve a version that another person proposed, after its backtest has finished').option(...why);
  const retire = move('retire', 'Retire a version permanently, or reject a proposed version').option(...why);
  withExamples(retire, "cardwright rules retire NIGHT_SHOPS --reason 'Too many good customers'");

  const report = rules
    .command('report')
    .description('Report how often a rule was evaluated, what it would have declined, and what it declined')
    .argument('<name>', 'name of the rule')
    .option('--from <day>', 'first day, YYYY-MM-DD')
    .option('--to <day>', 'last day');
  withExamples(withConnectionOptions(report), 'cardwright rules report NIGHT_SHOPS --from 2026-11-01').action(
    async (rule: string, options: ReportOptions) => (await import('./report-rule.ts')).reportRule(rule, options),
  );
}

function version(text: string): number {
  if (!/^[1-9]\d{0,2}$/.test(text)) throw new InvalidArgumentError('Enter a version number such as 2.');
  return Number(text);
}
