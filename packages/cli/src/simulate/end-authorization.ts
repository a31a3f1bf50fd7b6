import type { Authorization } from '@cardwright/contract';
import { code as currencyOf } from 'currency-codes';
import { print } from '../output/print.ts';
import { jsonLine } from '../output/show-json.ts';
import { UsageError } from '../output/usage-error.ts';
import { type SandboxClient, sandboxClient } from '../sandbox/sandbox-client.ts';
import type { Ending, NetworkMessage } from './network-connection.ts';
import { minorText } from './network-message.ts';
import type { EndOptions } from './simulate-options.ts';

/** Reverses or completes an authorization, in full or in part. */
export async function endAuthorization(what: Ending, rrn: string, options: EndOptions): Promise<void> {
  const sandbox = await sandboxClient(options);
  if (options.iso !== undefined) return await endByIso(sandbox, what, rrn, options);
  const body = options.amount === undefined ? {} : { amount: options.amount };
  const ended = await sandbox.client.authorizations[what](rrn, body);
  if (options.json) return print(jsonLine(ended));
  const { state, amount, currency, reserved_amount: reserved, available_amount: available } = ended;
  print(`${amount} ${currency} ${what === 'reverse' ? 'released' : 'debited'}. The authorization is now ${state}.`);
  print(`Still reserved: ${reserved}. Available on the account: ${available}.`);
}

/** Matches a Message_Version that is an ISO 8583 message type, so the message arrived over ISO 8583. */
const ISO_TYPE = /^[01]\d{3}$/;

/** Sends a 0400 or a 0220 for a stored authorization. The number of its card is masked there. */
async function endByIso(sandbox: SandboxClient, what: Ending, rrn: string, options: EndOptions): Promise<void> {
  const { client, fixtures } = sandbox;
  const original = await client.authorizations.retrieve(rrn);
  // A network ends only authorizations that it sent itself. The gateway would not find any other original.
  if (!ISO_TYPE.test(String(original.message.Message_Version))) {
    throw new UsageError(`${rrn} was not sent over ISO 8583: leave out --iso`);
  }
  const known = fixtures.cards.find(({ exid }) => exid === original.card_identifier_id);
  const values = Object.entries(original.message).map(([name, value]) => [name, String(value)]);
  const stored: Record<string, string> = Object.fromEntries(values);
  // The stored value includes the date.
  const localTime = (stored.Local_Date_Time ?? '').slice(-6);
  const number = known?.card_number ?? stored.CARD_NUMBER ?? '';
  const message: NetworkMessage = { ...stored, Local_Date_Time: localTime, CARD_NUMBER: number };
  const { openIsoNetwork } = await import('./iso-network.ts');
  const connection = await openIsoNetwork(options.iso ?? '');
  await connection.end(what, message, amountFields(what, original, options.amount)).finally(connection.close);
  const ended = await client.authorizations.retrieve(rrn);
  if (options.json) return print(jsonLine(ended));
  print(`${what === 'reverse' ? '0400' : '0220'} accepted. The authorization is now ${ended.state}.`);
  print(`Still reserved: ${ended.reserved_amount} ${ended.currency}.`);
}

/**
 * Returns DE95 with the amount that remains after a partial reversal, in the currency of the transaction, or DE6 with
 * the amount to complete.
 */
function amountFields(what: Ending, original: Authorization, amount: string | undefined): Record<number, string> {
  if (amount === undefined) return {};
  const exponent = currencyOf(original.currency ?? '')?.digits ?? 2;
  const minor = (text: string) => BigInt(minorText(text, exponent));
  if (what === 'complete') return { 6: String(minor(amount)).padStart(12, '0') };
  const remaining = minor(original.reserved_amount ?? '0') - minor(amount);
  if (remaining < 0n) throw new UsageError(`only ${original.reserved_amount} ${original.currency} is still reserved`);
  const billing = minor(original.amount ?? '0') || 1n;
  const transaction = BigInt(String(original.message.Transaction_Amount));
  const inTransaction = (remaining * transaction * 2n + billing) / (billing * 2n);
  return { 95: String(inTransaction).padStart(12, '0').padEnd(42, '0') };
}
