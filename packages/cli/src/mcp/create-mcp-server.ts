import type { JsonObject } from '@cardwright/contract';
import type { Cardwright } from '@cardwright/sdk';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js';
import { callLocalTool, callTool } from './call-tool.ts';
import type { ReadDocument } from './documents.ts';
import { localTools } from './local-tools.ts';
import { INSTRUCTIONS, PROMPTS, writePrompt } from './prompts.ts';
import { operationTools } from './tools.ts';

const tools = operationTools();
const own = localTools();

/**
 * Creates a server of the Model Context Protocol whose tools call the gateway with this client. The gateway checks the
 * scopes of each call, masks its answer and audits it, as for any other call.
 */
export function createMcpServer(client: Cardwright, readDocument: ReadDocument): Server {
  const server = new Server(
    { name: 'cardwright', title: 'Cardwright', version: '0.1.0' },
    { capabilities: { tools: {}, prompts: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler(ListToolsRequestSchema, async () => ({
    tools: [...tools.values(), ...own.values()].map(({ tool }) => tool),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: input = {} } }) => {
    const local = own.get(name);
    if (local !== undefined) return await callLocalTool(local, input as JsonObject, readDocument);
    const tool = tools.get(name);
    if (tool === undefined) throw new McpError(ErrorCode.InvalidParams, `there is no tool ${name}`);
    return await callTool(client, tool, input as JsonObject);
  });
  server.setRequestHandler(ListPromptsRequestSchema, async () => ({ prompts: [...PROMPTS] }));
  server.setRequestHandler(GetPromptRequestSchema, async ({ params: { name, arguments: values = {} } }) => {
    const prompt = writePrompt(name, values);
    if (prompt === undefined) throw new McpError(ErrorCode.InvalidParams, `${name} is unknown or lacks an argument`);
    return prompt;
  });
  return server;
}
