import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Cardwright } from '@cardwright/sdk';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { chosenProfile, clientFor } from '../connection/open-client.ts';
import type { SharedOptions } from '../connection/shared-options.ts';
import { printMessage } from '../output/print.ts';
import { untilInterrupted } from '../output/until-interrupted.ts';
import { createMcpServer } from './create-mcp-server.ts';
import { documentsOf, type ReadDocument } from './documents.ts';

export interface McpOptions extends SharedOptions {
  readonly port?: number;
}

const PATH = '/mcp';
/** Only programs on this machine reach the server. To serve others, put a proxy with TLS in front of it. */
const HOST = '127.0.0.1';

/** Serves the tools on standard input and output, or over HTTP with `--port`. */
export async function serveMcp(options: McpOptions): Promise<void> {
  if (options.port === undefined) return await serveStdio(options);
  const { url } = await chosenProfile(options);
  const read = documentsOf(url);
  const server = createServer((request, response) => {
    serveRequest({ url, read }, request, response).catch((error: Error) => {
      if (!response.headersSent) response.writeHead(500).end();
      printMessage(error.message);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port, HOST, resolve);
  });
  printMessage(`MCP: http://${HOST}:${(server.address() as AddressInfo).port}${PATH}, tools of ${url}`);
  await aborted(untilInterrupted());
  server.close();
  server.closeAllConnections();
}

async function serveStdio(options: McpOptions): Promise<void> {
  const profile = await chosenProfile(options);
  const server = createMcpServer(await clientFor(profile), documentsOf(profile.url));
  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve;
    process.stdin.once('end', resolve);
  });
  await server.connect(new StdioServerTransport());
  await Promise.race([closed, aborted(untilInterrupted())]);
  await server.close();
}

/** Handles a request, whose caller's access token goes to the gateway. The server has no rights of its own. */
async function serveRequest(
  { url, read }: { readonly url: string; readonly read: ReadDocument },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (new URL(request.url ?? '/', 'http://localhost').pathname !== PATH) return void response.writeHead(404).end();
  if (isForeign(request)) return void response.writeHead(403).end();
  if (token === undefined) return void response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
  const client = new Cardwright({ baseUrl: url, sourceApplication: 'MCP', accessToken: () => token });
  const server = createMcpServer(client, read);
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
  response.once('close', () => void server.close());
  await server.connect(transport as Parameters<typeof server.connect>[0]);
  await transport.handleRequest(request, response);
}

/**
 * Returns whether a page in a browser sent the request. Such a page could reach the server through a name that resolves
 * to this host.
 */
function isForeign({ headers: { origin, host = '' } }: IncomingMessage): boolean {
  const name = host.replace(/:\d+$/, '');
  return origin !== undefined || (name !== HOST && name !== 'localhost');
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
