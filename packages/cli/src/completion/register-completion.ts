import { Argument, type Command } from 'commander';
import { withExamples } from '../connection/shared-options.ts';

const SHELLS = ['bash', 'zsh', 'fish', 'powershell'];

/** Registers `completion`, which prints the script that a shell loads. The script then calls `cardwright complete`. */
export function registerCompletion(program: Command): void {
  const completion = program
    .command('completion')
    .summary('Generate a shell completion script')
    .description('Print a script with which a shell completes commands, operations and options.')
    .addArgument(new Argument('<shell>', 'name of the shell').choices(SHELLS));
  withExamples(
    completion,
    'source <(cardwright completion bash)',
    'cardwright completion zsh > ~/.zsh/completions/_cardwright',
    'cardwright completion fish > ~/.config/fish/completions/cardwright.fish',
  ).action(async (shell: string) => {
    const { script } = await import('@bomb.sh/tab');
    script(shell, 'cardwright', 'cardwright');
  });
}
