import { Cardwright } from '@cardwright/sdk';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { MENU } from '../../../../docs/menu.mjs';
import { markdownFiles } from '../../../../scripts/docs-markdown.mjs';
import { lookAt } from '../../../server/src/testing/cards/used-card-numbers.ts';
import { createMcpServer } from '../mcp/create-mcp-server.ts';

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

const documents = new Map<string, string>();

/** The documents of this checkout, as the gateway serves them. */
function readDocument(path: string): string {
  if (documents.size === 0) {
    const groups = (
      MENU as { text: string; isForContributors?: boolean; items: { text: string; link: string }[] }[]
    ).map(({ items, ...group }) => ({
      ...group,
      pages: items.map(({ text, link }) => ({ text, page: link.slice(1) })),
    }));
    for (const [name, text] of markdownFiles(groups) as Map<string, string>) documents.set(name, text);
  }
  const text = documents.get(path.replace(/^\/(?:docs\/guide\/)?/, path.startsWith('/docs') ? 'markdown/' : ''));
  if (text === undefined) throw new Error(`the gateway serves no document ${path}: HTTP 404`);
  return text;
}

/** Connects an agent with the rights of an OAuth client of the sandbox. */
export async function connectAgent(baseUrl: string, clientId = 'demo-bank'): Promise<Agent> {
  const gateway = new Cardwright({ baseUrl, clientId, clientSecret: `${clientId}-secret` });
  const client = new Client({ name: 'test', version: '1' });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await createMcpServer(gateway, async (path) => readDocument(path)).connect(far);
  await client.connect(near);
  const call = async (name: string, input: Input = {}): Promise<ToolAnswer> => {
    const answer = await client.callTool({ name, arguments: { ...input } });
    const content = answer.content as readonly { readonly text: string }[];
    const [notice = '', text = ''] = content.map((part) => part.text);
    lookAt(`what the tool ${name} returned`, `${notice} ${text}`);
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
