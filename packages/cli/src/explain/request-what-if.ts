import { randomInt } from 'node:crypto';
import { isJsonObject, type JsonObject, parseJson } from '@cardwright/contract';
import type { Cardwright } from '@cardwright/sdk';
import type { WhatIfOptions } from '../calls/call-options.ts';
import { readBodyText } from '../calls/read-body.ts';
import { openClient } from '../connection/open-client.ts';
import { print } from '../output/print.ts';
import { jsonLine } from '../output/show-json.ts';
import { UsageError } from '../output/usage-error.ts';
import { printExplanation } from './print-explanation.ts';
import { pairs, proposalOf } from './proposal.ts';

/** Prints how the gateway would decide a message now. */
export async function requestWhatIf(rrn: string | undefined, options: WhatIfOptions): Promise<void> {
  const text = await readBodyText(options, rrn === undefined);
  if ((rrn === undefined) === (text === undefined)) {
    throw new UsageError('specify either a retrieval reference number or a message (--file or standard input)');
  }
  const client = await openClient(options);
  const message = text === undefined ? await storedMessage(client, rrn ?? '') : messageIn(text);
  const body = { message: { ...message, ...pairs(options.field) }, ...proposalOf(options) };
  const preview = await client.authorizations.preview(body as never, { query: { explain: options.language } });
  if (options.json) return print(jsonLine(preview));
  printExplanation(preview);
  if (preview.already_decided)
    print('This message was decided before. If it is sent again, the gateway returns the stored response.');
}

/** Returns the stored message under a new number. Under its own number it would be a repeat of a decided message. */
async function storedMessage(client: Cardwright, rrn: string): Promise<JsonObject> {
  const { message } = await client.authorizations.retrieve(rrn);
  const { Retrieval_Reference_Number: _, ...others } = message as JsonObject;
  return { ...others, Retrieval_Reference_Number: String(randomInt(1e11, 1e12 - 1)).padStart(12, '0') };
}

function messageIn(text: string): JsonObject {
  const parsed = parseJson(text);
  if (parsed.ok && isJsonObject(parsed.value)) return parsed.value;
  throw new UsageError('the message must be a JSON object');
}
