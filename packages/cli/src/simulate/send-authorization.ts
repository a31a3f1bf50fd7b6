import { randomInt } from 'node:crypto';
import { verdictSentence } from '../explain/print-explanation.ts';
import { pairs } from '../explain/proposal.ts';
import { print } from '../output/print.ts';
import { jsonLine } from '../output/show-json.ts';
import { askSandbox } from '../sandbox/ask-sandbox.ts';
import { sandboxClient } from '../sandbox/sandbox-client.ts';
import { cardToUse } from './card-to-use.ts';
import { networkMessage } from './network-message.ts';
import type { AuthorizeOptions } from './simulate-options.ts';

/** Sends one message, and says what was decided. */
export async function sendAuthorization(options: AuthorizeOptions): Promise<void> {
  const sandbox = await sandboxClient(options);
  const { now } = await askSandbox<{ now: string }>(sandbox.url, '/sandbox/clock');
  const used = await cardToUse(sandbox, options.card);
  const rrn = String(randomInt(1e11, 1e12 - 1));
  const message = networkMessage({
    ...used,
    amount: options.amount,
    mcc: options.mcc,
    country: options.country ?? sandbox.fixtures.bank.country,
    at: new Date(now),
    rrn,
    stan: rrn.slice(-6),
  });
  const answer = await sandbox.client.authorizations.ecommerce({ ...message, ...pairs(options.field) } as never);
  if (options.json) return print(jsonLine(answer));
  const { Action_Code: code, Additional_Response_Data: reason, Retrieval_Reference_Number: number } = answer;
  print(`${options.amount} ${used.currency} on card ${answer.CARD_NUMBER}, RRN ${number}.`);
  print(verdictSentence(code, reason.trim()));
  print(`More: cardwright explain ${number}`);
}
