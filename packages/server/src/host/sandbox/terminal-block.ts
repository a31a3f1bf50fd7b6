/**
 * The last text that the terminal of a sandbox shows at its start, and the text that it shows when a person requests
 * help.
 */
export interface TerminalTexts {
  readonly block: string;
  readonly help: string;
}

/** Arranges the lines of a start, as `serve` returns them, for a person at a terminal. */
export function terminalTexts(lines: readonly string[]): TerminalTexts {
  const url = textAfter('ready ', lines) ?? '';
  const started = textAfter('started in ', lines)?.replace(/:.*$/, '') ?? '';
  const [, isoAddress] = textAfter('iso8583 ', lines)?.split(' ') ?? [];
  const people = textAfter('console ', lines)?.replace(/^.*without a password: /, '') ?? '';
  const commands = lines.filter((line) => /^(?:TOKEN=|curl )/.test(line));
  return {
    block: [
      '',
      `ready ${url}`,
      '',
      `  Console   ${url}/console/`,
      `  Docs      ${url}/docs`,
      `  API       ${url}/V2`,
      ...(isoAddress === undefined ? [] : [`  ISO 8583  ${isoAddress}`]),
      '',
      `  The sandbox started in ${started}. Type h and Enter for help, or press Ctrl-C to stop it.`,
      '',
      '',
    ].join('\n'),
    help: [
      '',
      'People who sign in to the console without a password:',
      ...people.split(', ').map((person) => `  ${person}`),
      '',
      'In another terminal, get a token, create a client, and authorize a payment:',
      '',
      ...commands.flatMap((command) => [command, '']),
      'With less typing: npx cardwright login --sandbox, then npx cardwright simulate authorize',
      'A tour with every request and response: npm run demo',
      'The data is in .data. To start from scratch, stop the sandbox and remove that folder.',
      '',
      '',
    ].join('\n'),
  };
}

function textAfter(start: string, lines: readonly string[]): string | undefined {
  return lines.find((line) => line.startsWith(start))?.slice(start.length);
}
