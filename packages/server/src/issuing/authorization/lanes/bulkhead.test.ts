import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { amountFields, setControls } from '../../../testing/cards/card-control.ts';
import { authorize, ecommerceMessage, issueCard } from '../../../testing/cards/issued-cards.ts';
import { lockAccountOf } from '../../../testing/database/lock-account.ts';
import { waitsForLocks } from '../../../testing/database/waits-for-locks.ts';
import { fileServer } from '../../../testing/test-server.ts';
import { WITHIN } from '../../../testing/within.ts';

const CONNECTIONS = 4;
/** More than the approval codes of a bank's first lease. */
const MESSAGES = 100;

describe('when operations that wait for a lock have taken all connections of the pool', () => {
  const server = fileServer({ CARDWRIGHT_DATABASE_CONNECTIONS: String(CONNECTIONS) });

  it('authorizations of other accounts are decided as usual, with new cards and new approval codes', async () => {
    const [earlierCard, fresh] = await Promise.all([issueCard(server), issueCard(server)]);
    // on one account, one operation would wait with a connection, and the others in a queue
    const cards = await Promise.all(Array.from({ length: CONNECTIONS }, () => issueCard(server)));
    await authorize(server, ecommerceMessage(earlierCard));
    const other = new pg.Client(server.db.connection);
    await other.connect();
    await other.query('begin');
    for (const { accountNumber } of cards) await lockAccountOf(other, accountNumber);
    const changes = cards.map((card) => setControls(server, card, { ecomStatus: 'OFF' }));
    await expect.poll(() => waitsForLocks(server.db), WITHIN).toHaveLength(CONNECTIONS);

    const messages = [fresh, ...Array.from({ length: MESSAGES }, () => earlierCard)].map((card) =>
      ecommerceMessage(card, amountFields(1)),
    );
    const answers = await Promise.all(messages.map((message) => authorize(server, message)));
    expect(new Set(answers.map(({ json }) => json.Action_Code))).toEqual(new Set(['00']));

    await other.query('rollback');
    await other.end();
    await Promise.all(changes);
  });
});
