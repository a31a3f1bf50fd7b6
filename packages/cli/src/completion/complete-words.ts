import type { Complete, RootCommand } from '@bomb.sh/tab';
import tab from '@bomb.sh/tab/commander';
import type { Command } from 'commander';

/** The adapter adds its own commands under this name. Cardwright already has such commands. */
const EXCLUDED_COMMAND = 'completion-script';

/** Prints the candidates for the next word of a command line, one per line, for the script of the shell. */
export async function completeWords(program: Command, words: readonly string[]): Promise<void> {
  shortenUsage(program);
  const root = tab(program, { completionCommandName: EXCLUDED_COMMAND });
  root.commands.delete(EXCLUDED_COMMAND);
  if (words[0] === 'call') await offerOperations(root);
  if (words.includes('--profile') || words.includes('--use')) await offerProfiles(root);
  root.parse([...words]);
}

/** Shortens descriptions to one line, because a shell shows each candidate on one line. */
function shortenUsage(command: Command): void {
  const [line = ''] = (command.summary() || command.description()).split('\n');
  command.description(line);
  for (const each of command.commands) shortenUsage(each);
}

async function offerOperations({ commands }: RootCommand): Promise<void> {
  const { OPERATIONS } = await import('@cardwright/contract');
  const argument = commands.get('call')?.arguments.get('operation');
  if (argument === undefined) return;
  argument.handler = (complete) => {
    for (const { id, title } of OPERATIONS) complete(id, title);
  };
}

async function offerProfiles({ commands }: RootCommand): Promise<void> {
  const { profilePath, readProfiles } = await import('../connection/profile-file.ts');
  const { profiles } = await readProfiles(profilePath(process.env)).catch(() => ({ profiles: {} }));
  const offer = (complete: Complete) => {
    for (const [name, { url }] of Object.entries(profiles)) complete(name, url);
  };
  for (const { options } of commands.values()) {
    for (const name of ['profile', 'use']) {
      const option = options.get(name);
      if (option !== undefined) option.handler = offer;
    }
  }
}
