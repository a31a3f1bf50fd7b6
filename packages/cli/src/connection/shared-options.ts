import type { Command } from 'commander';

/** The options of every command that calls a gateway. */
export interface SharedOptions {
  readonly profile?: string;
  readonly url?: string;
  readonly json?: true;
}

export function withJsonOption(command: Command): Command {
  return command.option('--json', 'print JSON, and errors as JSON on standard error');
}

export function withConnectionOptions(command: Command): Command {
  return withJsonOption(command)
    .option('--profile <name>', 'name of the profile; default: the current profile')
    .option('--url <url>', 'URL of the gateway; the client comes from the environment');
}

/** Adds a heading with examples to the help of a command. */
export function withExamples(command: Command, ...examples: readonly string[]): Command {
  return command.addHelpText('after', `\nExamples:\n${examples.map((line) => `  $ ${line}`).join('\n')}`);
}
