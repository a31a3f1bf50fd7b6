import type { JsonObject, JsonValue } from '@cardwright/contract';
import { BUILT_IN_NAMES } from '@cardwright/iso8583';
import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { describeIsoMessage } from '../iso/decode-message.ts';
import { type ReadDocument, readSection, searchDocuments } from './documents.ts';

/** A tool that calls no operation. It reads no customer data, so the gateway does not audit it. */
export interface LocalTool {
  readonly tool: Tool;
  answer(input: JsonObject, read: ReadDocument): Promise<JsonValue>;
}

const text = (description: string) => ({ type: 'string', description });

const DEFINITIONS: readonly (Pick<Tool, 'name' | 'title' | 'description'> & {
  readonly input: Readonly<Record<string, object>>;
  readonly answer: LocalTool['answer'];
})[] = [
  {
    name: 'docs_search',
    title: 'Search the documents',
    description: 'Finds sections of the documents of the gateway: the interface, guides and operation.',
    input: { query: text('Words to find, in English') },
    answer: async ({ query }, read) => ({ sections: await searchDocuments(read, String(query)) }),
  },
  {
    name: 'docs_retrieve',
    title: 'Read a document',
    description: 'Returns a page of the documents, or one of its sections, as Markdown.',
    input: { address: text('As docs_search and the references of tools have it: docs/interface/rules.md#analyze') },
    answer: async ({ address }, read) => ({ text: (await readSection(read, String(address))) ?? null }),
  },
  {
    name: 'iso8583_decode',
    title: 'Decode an ISO 8583 message',
    description: 'Describes the fields of a message without card data. Nothing is sent or stored.',
    input: {
      message: text('The message without its length, as hexadecimal digits or Base64'),
      specification: { type: 'string', enum: [...BUILT_IN_NAMES] },
    },
    answer: async ({ message, specification }) => {
      const spec = BUILT_IN_NAMES.find((name) => name === specification);
      // Only built-in specifications are allowed, because any other text would be the path of a file.
      if (spec === undefined) throw new Error('specification must be one of those of the tool');
      return await describeIsoMessage(String(message), { spec });
    },
  },
];

/** Returns the tools that need no operation, by name. */
export function localTools(): Map<string, LocalTool> {
  const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
  return new Map(
    DEFINITIONS.map(({ input, answer, ...named }) => {
      const inputSchema = { type: 'object' as const, properties: { ...input }, required: Object.keys(input) };
      return [named.name, { tool: { ...named, inputSchema, annotations }, answer }];
    }),
  );
}
