import type { Command } from 'commander';

/** The options of every command that calls a gateway. */
export interface SharedOptions {
  readonly profile?: string;
  readonly url?: string;
  readonly json?: true;
}

export function takesJson(command: Command): Command {
  return command.option('--json', 'print JSON for programs, and failures as JSON on standard error');
}

export function takesConnection(command: Command): Command {
  return takesJson(command)
    .option('--profile <name>', 'the profile to use instead of the current one')
    .option('--url <address>', 'where the gateway is, with the client of the environment');
}

/** Adds a heading with examples to the help of a command. */
export function withExamples(command: Command, ...examples: readonly string[]): Command {
  return command.addHelpText('after', `\nExamples:\n${examples.map((line) => `  $ ${line}`).join('\n')}`);
}
