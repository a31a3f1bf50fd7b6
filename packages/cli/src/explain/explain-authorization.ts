import type { Cardwright } from '@cardwright/sdk';
import { openClient } from '../connection/open-client.ts';
import type { SharedOptions } from '../connection/shared-options.ts';
import { bold } from '../output/paint.ts';
import { print } from '../output/print.ts';
import { jsonLine } from '../output/show-json.ts';
import { digitsOf, traceSentences, verdictSentence } from './decision-sentences.ts';

interface ExplainOptions extends SharedOptions {
  readonly acquirer?: string;
  readonly stan?: string;
}

export type StoredAuthorization = Awaited<ReturnType<Cardwright['authorizations']['retrieve']>>;

/** Tells a stored decision. */
export async function explainAuthorization(rrn: string, options: ExplainOptions): Promise<void> {
  const client = await openClient(options);
  const stored = await client.authorizations.retrieve(rrn, {
    ...(options.acquirer !== undefined && { acquiring_institution_code: options.acquirer }),
    ...(options.stan !== undefined && { system_trace_audit_number: options.stan }),
  });
  const sentences = sentencesOf(stored);
  if (options.json) return print(jsonLine({ ...stored, sentences }));
  for (const [at, sentence] of sentences.entries()) print(at === 1 ? bold(sentence) : sentence);
}

export function sentencesOf(stored: StoredAuthorization): string[] {
  const { amount, currency, card_number: card, account_number: account, decided_at: at, message } = stored;
  const place = String(message.Card_Acceptor_Name_Location ?? '')
    .replace(/\s+/g, ' ')
    .trim();
  const asked = amount === null ? 'An amount that cannot be read' : `${amount} ${currency ?? ''}`.trim();
  const where = place === '' ? '' : ` at ${place}`;
  const onAccount = account === null ? '' : ` of account ${account}`;
  return [
    `${asked}${where}, on card ${card}${onAccount}, decided on ${at.replace('T', ' at ').replace(/\.\d+Z$/, ' UTC')}.`,
    verdictSentence(stored),
    ...traceSentences(stored, digitsOf(amount)),
    ...stored.events.map((event) => eventSentence(event, currency)),
    ...(stored.state === 'RESERVED' ? [`${stored.reserved_amount} ${currency} is still reserved.`] : []),
  ];
}

const EVENTS: Readonly<Record<string, string>> = {
  REVERSAL: 'was given back by a reversal',
  COMPLETION: 'was debited by a completion',
  EXPIRY: 'was given back, because the reservation expired',
  DUPLICATE_REFUSED: 'was asked for under the same number, and refused as a duplicate',
};

function eventSentence(event: StoredAuthorization['events'][number], currency: string | null): string {
  const day = event.at.replace('T', ' at ').replace(/\.\d+Z$/, ' UTC');
  return `${event.amount} ${currency ?? ''} ${EVENTS[event.kind] ?? event.kind} on ${day}.`;
}
