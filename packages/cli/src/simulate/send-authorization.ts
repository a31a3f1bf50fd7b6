import { verdictSentence } from '../explain/print-explanation.ts';
import { pairs } from '../explain/proposal.ts';
import { print } from '../output/print.ts';
import { jsonLine } from '../output/show-json.ts';
import { sandboxClient } from '../sandbox/sandbox-client.ts';
import { cardToUse } from './card-to-use.ts';
import { openNetworkConnection } from './open-network-connection.ts';
import { newMessage } from './send-message.ts';
import type { AuthorizeOptions } from './simulate-options.ts';

/** Sends one message, and prints the decision. */
export async function sendAuthorization(options: AuthorizeOptions): Promise<void> {
  const sandbox = await sandboxClient(options);
  const usableCard = await cardToUse(sandbox, options.card);
  const { amount, mcc, country, field } = options;
  const connection = await openNetworkConnection(sandbox.client, options.iso);
  const message = await newMessage(sandbox, usableCard, { amount, mcc, country, fields: pairs(field) });
  const answer = await connection.authorize(message).finally(connection.close);
  if (options.json) return print(jsonLine(answer));
  const { Action_Code: code, Additional_Response_Data: reason, Retrieval_Reference_Number: number } = answer;
  print(`${amount} ${usableCard.currency} on card ${answer.CARD_NUMBER}, RRN ${number}.`);
  print(verdictSentence(code, reason.trim()));
  print(`To explain the decision, run: cardwright explain ${number}`);
}
