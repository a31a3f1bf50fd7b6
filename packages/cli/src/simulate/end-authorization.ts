import type { SharedOptions } from '../connection/shared-options.ts';
import { print } from '../output/print.ts';
import { jsonLine } from '../output/show-json.ts';
import { sandboxClient } from '../sandbox/sandbox-client.ts';

/** Reverses or completes an authorization, in full or in part. */
export async function endAuthorization(
  what: 'reverse' | 'complete',
  rrn: string,
  options: SharedOptions & { amount?: string },
): Promise<void> {
  const { client } = await sandboxClient(options);
  const body = options.amount === undefined ? {} : { amount: options.amount };
  const ended = await client.authorizations[what](rrn, body);
  if (options.json) return print(jsonLine(ended));
  const { state, amount, currency, reserved_amount: reserved, available_amount: available } = ended;
  print(`${amount} ${currency} ${what === 'reverse' ? 'released' : 'debited'}. The authorization is now ${state}.`);
  print(`Still reserved: ${reserved}. Available on the account: ${available}.`);
}
