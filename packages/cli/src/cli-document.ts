import type { Command } from 'commander';

const MARKED = /(<!-- commands -->\n)[\s\S]*(<!-- end -->)/;
const WIDTH = 110;

/**
 * Fills docs/cli.md with the help of every command between its markers. The text around the markers is written by hand.
 */
export function fillCliDocument(text: string, program: Command): string {
  if (!MARKED.test(text)) throw new Error('docs/cli.md has no marker <!-- commands -->');
  const sections = leavesOf(program).map(sectionOf);
  return text.replace(MARKED, (_, start: string, end: string) => `${start}\n${sections.join('\n\n')}\n\n${end}`);
}

/** Commands with an action, in the order of the help. A command with subcommands can have an action too. */
function leavesOf(command: Command): readonly Command[] {
  const below = command.commands.flatMap(leavesOf);
  const doesSomething = below.length === 0 || (command.parent !== null && command.options.length > 0);
  return doesSomething ? [command, ...below] : below;
}

function sectionOf(command: Command): string {
  let help = '';
  const write = (part: string) => {
    help += part;
  };
  command.configureOutput({ writeOut: write, getOutHelpWidth: () => WIDTH, getOutHasColors: () => false });
  command.outputHelp();
  return `### ${nameOf(command)}\n\n\`\`\`text\n${help.trimEnd()}\n\`\`\``;
}

function nameOf(command: Command): string {
  return command.parent?.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name();
}
