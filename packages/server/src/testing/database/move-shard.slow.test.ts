import { describe, expect, it, vi } from 'vitest';
import { authorize, balances, ecommerceMessage, issueCard } from '../cards/issued-cards.ts';
import { fileServer } from '../test-server.ts';
import { WITHIN } from '../within.ts';
import { isOnCitus } from './test-nodes.ts';

const CARDS = 24;
const SENDERS = 8;
/** How many approvals precede each move. */
const BETWEEN = 50;

interface ShardRow {
  shard: string;
  host: string;
  port: number;
}

function movesUnderLoad(): void {
  const server = fileServer({ CARDWRIGHT_AUTHORIZATION_DEADLINE_MS: '3000' });

  const shards = () =>
    server.db.sql<ShardRow>(
      `select s.shardid::text as shard, s.nodename as host, s.nodeport as port from citus_shards s
        where s.table_name = 'accounts'::regclass order by 1`,
    );

  it('lose no answer, and decide no message twice', async () => {
    const cards = await Promise.all(Array.from({ length: CARDS }, () => issueCard(server, { available: '100000.00' })));
    const nodes = [...new Map((await shards()).map((at) => [`${at.host}:${at.port}`, at])).values()];
    expect(nodes.length).toBe(2);
    const approved = new Map<string, { account: string; code: string }>();
    let moving = true;
    const sendAll = async (sender: number) => {
      for (let turn = sender; moving || turn % CARDS !== sender; turn += SENDERS) {
        const card = cards[turn % CARDS]!;
        const message = ecommerceMessage(card);
        // networks repeat a message until it has an answer
        for (;;) {
          const { json } = await authorize(server, message);
          if (json.Action_Code === '91') continue;
          expect(json.Action_Code).toBe('00');
          const reference = String(message.Retrieval_Reference_Number);
          approved.set(reference, { account: card.accountNumber, code: String(json.Approval_Code) });
          break;
        }
      }
    };
    const senders = Promise.all(Array.from({ length: SENDERS }, (_, sender) => sendAll(sender)));
    // each shard to the other node, and back
    for (const { shard } of [...(await shards()), ...(await shards())]) {
      const expectedCount = approved.size + BETWEEN;
      await vi.waitUntil(() => approved.size >= expectedCount, WITHIN);
      const from = (await shards()).find((at) => at.shard === shard)!;
      const to = nodes.find((at) => at.port !== from.port)!;
      await server.db.sql(`select citus_move_shard_placement($1, $2, $3, $4, $5, 'block_writes')`, [
        shard,
        from.host,
        from.port,
        to.host,
        to.port,
      ]);
      expect((await shards()).find((at) => at.shard === shard)).toMatchObject({ port: to.port });
    }
    moving = false;
    await senders;

    expect(approved.size).toBeGreaterThan(8 * BETWEEN);
    const stored = await server.db.sql<{ reference: string; code: string }>(
      `select retrieval_reference::text as reference, approval_code as code from authorizations where action_code = '00'`,
    );
    const known = [...approved].map(([reference, { code }]) => ({ reference, code }));
    expect(inOrder(stored)).toEqual(inOrder(known));
    for (const { accountNumber } of cards) {
      const reserved = 25 * [...approved.values()].filter(({ account }) => account === accountNumber).length;
      expect(await balances(server, accountNumber)).toBe(`${100_000 - reserved}.00 ${reserved}.00 100000.00`);
    }
    process.stderr.write(`${approved.size} of ${approved.size} approvals were kept while every shard moved twice\n`);
  });
}

function inOrder<Row extends { reference: string }>(rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => a.reference.localeCompare(b.reference));
}

describe('shards of Citus that move under load', () => {
  if (isOnCitus()) movesUnderLoad();
  else {
    it('are skipped without Citus: npm run test:citus -- --url URL --slow', () => {
      process.stderr.write('no shard was moved: CARDWRIGHT_TEST_CITUS is not set\n');
    });
  }
});
