import type { Cardwright } from '@cardwright/sdk';
import { openClient } from '../connection/open-client.ts';
import type { SharedOptions } from '../connection/shared-options.ts';
import { bold } from '../output/paint.ts';
import { print } from '../output/print.ts';
import { jsonLine, prettyJson } from '../output/show-json.ts';
import { factsOf, tableText } from '../output/show-table.ts';
import { cardIdentifier } from './card-identifier.ts';
import type { Kind } from './object-kinds.ts';

/** Prints one object: its scalar values as a table, and its nested values below the table. */
export async function getOne(kind: Kind, id: string, options: SharedOptions): Promise<void> {
  const read = READ[kind];
  const data = await read(await openClient(options), id);
  if (options.json) return print(jsonLine(data));
  const members = Object.entries(data as Record<string, unknown>);
  const isShort = (value: unknown) => value === null || typeof value !== 'object';
  const facts = Object.fromEntries(members.filter(([, value]) => isShort(value)));
  if (Object.keys(facts).length > 0) print(factsOf(facts));
  for (const [name, value] of members.filter(([, each]) => !isShort(each))) {
    print(`${bold(name)}\n${partOf(value)}`);
  }
}

/** Formats a list of flat entries as a table. */
function partOf(value: unknown): string {
  const isFlat = (entry: unknown) =>
    typeof entry === 'object' && entry !== null && Object.values(entry).every((part) => typeof part !== 'object');
  if (!Array.isArray(value) || value.length === 0 || !value.every(isFlat)) return prettyJson(value);
  const columns = [...new Set(value.flatMap((entry) => Object.keys(entry)))];
  return tableText(
    columns,
    value.map((entry) => columns.map((column) => entry[column])),
  );
}

const READ: Readonly<Record<Kind, (cw: Cardwright, id: string) => Promise<unknown>>> = {
  account: (cw, id) =>
    cw.accounts.retrieveBalance({ account_identifier_id: id, account_identifier_type: 'CONTRACT_NUMBER' }),
  application: async (cw, id) => await cw.merchantApplications.retrieve(id),
  authorization: (cw, id) => cw.authorizations.retrieve(id),
  card: (cw, id) => cw.cards.retrieve(cardIdentifier(id)),
  client: (cw, id) => cw.clients.retrieve(id),
  endpoint: (cw, id) => cw.webhookEndpoints.retrieve(id),
  insurance: (cw, id) => cw.insurances.list(id),
  merchant: (cw, id) => cw.merchants.retrieve(id),
  restrictions: (cw, id) => cw.restrictions.retrieve(cardIdentifier(id)),
  settings: (cw, id) => cw.cardSettings.retrieve({ accountNumber: id }),
  token: (cw, id) => cw.tokens.retrieve(id),
};
