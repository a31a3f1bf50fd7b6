import type { Operation } from '@cardwright/contract';
import { type Cardwright, type NamedCall, Pages } from '@cardwright/sdk';
import { print, printMessage } from '../output/print.ts';
import { jsonLine, prettyJson } from '../output/show-json.ts';
import { UsageError } from '../output/usage-error.ts';

/** The member of the response that holds the entries of a page, or undefined if the operation has no pages. */
function listIn(operation: Operation): string | undefined {
  if (operation.surface !== 'rest') return undefined;
  const { properties = {} } = operation.response as { properties?: Record<string, { type?: string }> };
  if (properties.next_cursor === undefined) return undefined;
  return Object.keys(properties).find((name) => properties[name]?.type === 'array');
}

interface PageOfEntries {
  readonly next_cursor: string | null;
  readonly [list: string]: unknown;
}

/** Prints every entry of all pages, each as soon as it arrives. */
export async function printAll(
  client: Cardwright,
  operation: Operation,
  call: NamedCall,
  asJson: boolean,
): Promise<void> {
  const list = listIn(operation);
  if (list === undefined) throw new UsageError(`${operation.id} does not return a list: call it without --all`);
  const read = (cursor: string | undefined) =>
    client.call(operation, cursor === undefined ? call : { ...call, query: { ...call.query, cursor } });
  const entries = new Pages<PageOfEntries, unknown>(read as never, (page) => page[list] as readonly unknown[]);
  let count = 0;
  for await (const entry of entries) {
    count += 1;
    print(asJson ? jsonLine(entry) : prettyJson(entry));
  }
  if (!asJson) printMessage(`${count} ${count === 1 ? 'entry' : 'entries'}`);
}
