import { type Command, InvalidArgumentError } from 'commander';
import { type SharedOptions, takesConnection, withExamples } from '../connection/shared-options.ts';
import type { MoveOptions, ReportOptions } from './rule-options.ts';

/** Registers `rules`, which manages a bank's own rules as files. */
export function registerRules(program: Command): void {
  const rules = program
    .command('rules')
    .summary('a bank’s own rules, as files')
    .description('Keeps the rules of a bank as files, so that they can be looked after as source code is.');

  const list = rules
    .command('list')
    .description('Lists the rules with the states of their versions.')
    .option('--state <state>', 'only rules that have a version in this state, such as LIVE');
  withExamples(takesConnection(list), 'cardwright rules list --state LIVE').action(async (options) =>
    (await import('./list-rules.ts')).printRules(options),
  );

  const pull = rules
    .command('pull')
    .description('Writes the newest version of each rule that is not retired into a file NAME.json.')
    .argument('[folder]', 'where the files are', 'rules');
  withExamples(takesConnection(pull), 'cardwright rules pull').action(async (folder: string, options: SharedOptions) =>
    (await import('./pull-rules.ts')).pullRules(folder, options),
  );

  const push = rules
    .command('push')
    .description(
      'Writes a draft of each file that says something else than the newest version of its rule. Nothing is in force by it, and a rule without a file stays.',
    )
    .argument('[folder]', 'where the files are', 'rules')
    .option('--dry-run', 'only say what would be written');
  withExamples(takesConnection(push), 'cardwright rules push', 'cardwright rules push --dry-run --json').action(
    async (folder: string, options: SharedOptions & { dryRun?: true }) =>
      (await import('./push-rules.ts')).pushRules(folder, options),
  );

  registerMoves(rules);
}

/** Registers the commands that move a version to another state and that report its effects. */
function registerMoves(rules: Command): void {
  const move = (name: 'shadow' | 'propose' | 'approve' | 'retire', told: string) =>
    takesConnection(rules.command(name))
      .description(told)
      .argument('<name>', 'the name of the rule')
      .argument('[version]', 'which version; default: the newest, or the one that is proposed', version)
      .action(async (rule: string, which: number | undefined, options: MoveOptions) =>
        (await import('./move-rule.ts')).moveNamedRule(name, rule, which, options),
      );
  move('shadow', 'Tries a draft: from now on it is asked, and decides nothing.');
  move('propose', 'Proposes what is in the shadow, and starts its backtest.').option(
    '--from <time>',
    'the backtest looks at decisions from this time on; default: those of 30 days',
  );
  const why = ['--reason <text>', 'why; kept with the version and in the audit'] as const;
  move('approve', 'Puts in force what another person proposed, once its backtest is done.').option(...why);
  const retire = move('retire', 'Ends a version for good, or rejects it where it is proposed.').option(...why);
  withExamples(retire, "cardwright rules retire NIGHT_SHOPS --reason 'Too many good customers'");

  const report = rules
    .command('report')
    .description('Tells how often a rule was asked, what it would have declined, and what it declined.')
    .argument('<name>', 'the name of the rule')
    .option('--from <day>', 'first day, YYYY-MM-DD')
    .option('--to <day>', 'last day');
  withExamples(takesConnection(report), 'cardwright rules report NIGHT_SHOPS --from 2026-11-01').action(
    async (rule: string, options: ReportOptions) => (await import('./report-rule.ts')).reportRule(rule, options),
  );
}

function version(text: string): number {
  if (!/^[1-9]\d{0,2}$/.test(text)) throw new InvalidArgumentError('it is a number such as 2');
  return Number(text);
}
