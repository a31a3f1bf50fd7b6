import { Cardwright } from '@cardwright/sdk';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { scanText } from '../../../server/src/testing/cards/used-card-numbers.ts';
import { createMcpServer } from '../mcp/create-mcp-server.ts';
import type { ReadDocument } from '../mcp/documents.ts';

type Input = Readonly<Record<string, unknown>>;

interface ToolAnswer {
  readonly notice: string;
  readonly isError: boolean;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly json: any;
}

/** An agent that is connected to the tools. */
export interface Agent {
  readonly client: Client;
  call(tool: string, input?: Input): Promise<ToolAnswer>;
  /** The data of a successful call. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  ask(tool: string, input?: Input): Promise<any>;
  close(): Promise<void>;
}

interface MenuGroup {
  readonly text: string;
  readonly isForContributors?: boolean;
  readonly items: readonly { readonly text: string; readonly link: string }[];
}

/** Reads the documents of this checkout, as the gateway serves them. */
async function openDocuments(): Promise<ReadDocument> {
  const load = (file: string) => import(/* @vite-ignore */ new URL(`../../../../${file}`, import.meta.url).href);
  const { MENU } = (await load('docs/menu.mjs')) as { MENU: readonly MenuGroup[] };
  const groups = MENU.map(({ items, ...group }) => ({
    ...group,
    pages: items.map(({ text, link }) => ({ text, page: link.slice(1) })),
  }));
  const files = (await load('scripts/documents/docs-markdown.mjs')).markdownFiles(groups, []) as Map<string, string>;
  return async (path) => {
    const text = files.get(path.replace(/^\/docs\/guide\//, '/markdown/').slice(1));
    if (text === undefined) throw new Error(`the gateway serves no document ${path}: HTTP 404`);
    return text;
  };
}

/** Connects an agent with the rights of an OAuth client of the sandbox. */
export async function connectAgent(baseUrl: string, clientId = 'demo-bank'): Promise<Agent> {
  const gateway = new Cardwright({ baseUrl, clientId, clientSecret: `${clientId}-secret` });
  const client = new Client({ name: 'test', version: '1' });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await createMcpServer(gateway, await openDocuments()).connect(far);
  await client.connect(near);
  const call = async (name: string, input: Input = {}): Promise<ToolAnswer> => {
    const answer = await client.callTool({ name, arguments: { ...input } });
    const content = answer.content as readonly { readonly text: string }[];
    const [notice = '', text = ''] = content.map((part) => part.text);
    // Results of docs_ tools are not checked, because documents contain the card numbers of the sandbox.
    if (!name.startsWith('docs_')) scanText(`what the tool ${name} returned`, `${notice} ${text}`);
    return { notice, isError: answer.isError === true, text, json: JSON.parse(text) };
  };
  return {
    client,
    call,
    ask: async (tool, input) => {
      const { isError, text, json } = await call(tool, input);
      if (isError) throw new Error(`${tool} failed: ${text}`);
      return json.data;
    },
    close: () => client.close(),
  };
}
