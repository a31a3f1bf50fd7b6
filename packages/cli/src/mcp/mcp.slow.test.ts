import { once } from 'node:events';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PROGRAM, type StartedCommand, startCommand } from '../../../server/src/testing/system/command.ts';
import {
  cleanUp,
  commandOf,
  dataFolder,
  type ServerProcess,
} from '../../../server/src/testing/system/server-process.ts';
import { startSandbox } from '../../../server/src/testing/system/start-sandbox.ts';

const folder = dataFolder();
let server: ServerProcess;
let serving: StartedCommand | undefined;

beforeAll(async () => {
  server = await startSandbox({ CARDWRIGHT_DATA_DIR: folder });
});
afterAll(async () => {
  serving?.child.kill('SIGTERM');
  await serving?.ended;
  await cleanUp([server], folder);
});

const environment = () => ({
  CARDWRIGHT_URL: server.url,
  CARDWRIGHT_CLIENT_ID: 'demo-bank',
  CARDWRIGHT_CLIENT_SECRET: 'demo-bank-secret',
});

async function listCards(client: Client): Promise<string> {
  const { content } = await client.callTool({ name: 'cards_list', arguments: { limit: 1 } });
  return JSON.stringify(content);
}

it('an agent works with the command over standard input and output', async () => {
  const [command, ...args] = commandOf(PROGRAM);
  const transport = new StdioClientTransport({
    command,
    args: [...args, 'mcp'],
    env: { ...environment(), PATH: process.env.PATH ?? '' },
  });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  expect(client.getInstructions()).toContain('Never ask for a full card number');
  expect(await listCards(client)).toContain('card_identifier_id');
  await client.close();
});

it('an agent works with the command over HTTP, with its own token and from no page of a browser', async () => {
  serving = startCommand(['mcp', '--port', '0'], environment());
  const [line] = (await once(serving.child.stderr!, 'data')) as [string];
  const url = /http:\S+\/mcp/.exec(line)![0];
  const token = async (id: string) => {
    const answer = await fetch(`${server.url}/oauth2/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ grant_type: 'client_credentials', client_id: id, client_secret: `${id}-secret` }),
    });
    return ((await answer.json()) as { access_token: string }).access_token;
  };
  const connect = async (id: string) => {
    const requestInit = { headers: { authorization: `Bearer ${await token(id)}` } };
    const client = new Client({ name: 'test', version: '1' });
    const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit });
    await client.connect(transport as Parameters<Client['connect']>[0]);
    return client;
  };
  const bank = await connect('demo-bank');
  expect(await listCards(bank)).toContain('card_identifier_id');
  await bank.close();
  const network = await connect('demo-network');
  expect(await listCards(network)).toContain('scope_missing');
  await network.close();
  const post = (headers: Record<string, string>) => fetch(url, { method: 'POST', headers, body: '{}' });
  expect((await post({})).status).toBe(401);
  expect((await post({ authorization: 'Bearer x', origin: 'https://evil.example' })).status).toBe(403);
  expect((await fetch(url.replace('/mcp', '/other'))).status).toBe(404);
});
