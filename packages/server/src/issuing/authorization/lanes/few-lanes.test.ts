import { expect, it } from 'vitest';
import { authorize, ecommerceMessage, type IssuedCard, issueCard } from '../../../testing/cards/issued-cards.ts';
import { fileServer } from '../../../testing/test-server.ts';

const server = fileServer({ CARDWRIGHT_AUTHORIZATION_LANES: '4' });

/** The references of an account's messages, in the order in which they were decided. */
async function decisionsOf({ accountNumber }: IssuedCard): Promise<string[]> {
  const rows = await server.db.sql<{ reference: string }>(
    `select z.retrieval_reference::text as reference from authorizations z join accounts a using (account_id)
      where a.account_number = '${accountNumber}' order by z.account_sequence`,
  );
  return rows.map(({ reference }) => reference);
}

it('messages of an account are decided in the order of their arrival, whichever lanes are in use', async () => {
  const cards = await Promise.all(Array.from({ length: 12 }, () => issueCard(server)));
  // after this, the numbers are cached, so no message waits for a lookup
  for (const card of cards) await authorize(server, ecommerceMessage(card));
  const messagesByCard = new Map<IssuedCard, string[]>(cards.map((card) => [card, []]));
  const answers: Promise<unknown>[] = [];
  for (let round = 0; round < 30; round++) {
    for (const card of cards) {
      const message = ecommerceMessage(card);
      messagesByCard.get(card)?.push(String(Number(message.Retrieval_Reference_Number)));
      answers.push(authorize(server, message));
    }
    // the wait empties the lanes before they fill again
    if (round % 10 === 9) await answers.at(-1);
  }
  await Promise.all(answers);
  for (const card of cards) expect((await decisionsOf(card)).slice(1)).toEqual(messagesByCard.get(card));
});
