import { type Command, InvalidArgumentError } from 'commander';
import { withConnectionOptions, withExamples } from '../connection/shared-options.ts';
import type { McpOptions } from './serve-mcp.ts';

/** Registers `mcp`, which offers the API to agents. */
export function registerMcp(program: Command): void {
  const mcp = program
    .command('mcp')
    .summary('Offer the API to agents as tools (MCP)')
    .description(
      'Offer the API to agents by the Model Context Protocol: tools that read, explain and rehearse, and rules as proposals that another person approves. It acts with the scopes of the profile on standard input and output. With --port, each request carries the access token of its caller.',
    )
    .option('--port <port>', 'serve streamable HTTP at /mcp on this port of this machine', portNumber);
  withExamples(withConnectionOptions(mcp), 'cardwright mcp', 'cardwright mcp --profile bank --port 8765').action(
    async (options: McpOptions) => (await import('./serve-mcp.ts')).serveMcp(options),
  );
}

function portNumber(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError('Enter a port from 0 to 65535; 0 uses a free port.');
}
