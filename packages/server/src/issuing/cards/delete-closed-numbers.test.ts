import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { setCardStatus } from '../../testing/cards/card-control.ts';
import {
  addCard,
  authorize,
  ecommerceMessage,
  type IssuedCard,
  issueAccount,
  issueCard,
  luhnNumber,
} from '../../testing/cards/issued-cards.ts';
import { type TestServer, testServer } from '../../testing/test-server.ts';

let server: TestServer;
const servers: TestServer[] = [];
afterAll(() => Promise.all(servers.map((one) => one.close())));

async function start(environment: Record<string, string>): Promise<void> {
  server = await testServer(environment);
  servers.push(server);
  server.clock.set('2026-11-20T08:00:00.000Z');
}

async function changeStatus({ exid }: IssuedCard, value: string): Promise<void> {
  expect((await setCardStatus(server, exid, value)).http.status).toBe(200);
}

/** Sets the clock and runs the periodic jobs that are due. */
async function at(time: string): Promise<void> {
  server.clock.set(time);
  await server.server.periodicJobs.runDue();
}

async function countNumbers(cards: readonly IssuedCard[]): Promise<number> {
  const exids = cards.map(({ exid }) => exid);
  const rows = await server.db.sql(
    'select from vault_card_numbers v join cards c using (bank_id, card_id) where c.exid = any($1)',
    [exids],
  );
  return rows.length;
}

const deletions = () =>
  server.db.sql(
    "select bank_id, actor, subject, outcome, details from audit_log where operation = 'cards.delete-closed-numbers'",
  );

describe('with CARDWRIGHT_CLOSED_CARD_DAYS', () => {
  beforeEach(() => start({ CARDWRIGHT_CLOSED_CARD_DAYS: '90' }));

  it('only numbers of cards that have been closed for that long are deleted', async () => {
    const [closed, lost, blocked, active] = [
      await issueCard(server),
      await issueCard(server),
      await issueCard(server),
      await issueCard(server),
    ];
    await changeStatus(closed, 'CLOSED');
    await changeStatus(lost, 'LOST');
    await changeStatus(blocked, 'BLOCKED');
    await at('2027-02-18T07:59:00.000Z');
    expect(await countNumbers([closed])).toBe(1);
    await at('2027-02-18T08:00:01.000Z');
    expect(await countNumbers([closed])).toBe(0);
    expect(await countNumbers([lost, blocked, active])).toBe(3);
    await at('2027-02-18T08:01:00.000Z');
    expect(await deletions()).toEqual([
      {
        bank_id: 'DEMO',
        actor: 'cardwright',
        subject: `card:${closed.exid}`,
        outcome: 'number deleted',
        details: { closed_at: '2026-11-20T08:00:00.000Z' },
      },
    ]);
  });

  it('the rest of the card stays, with a masked number, and only its EXID finds it', async () => {
    const card = await issueCard(server, { available: '100.00' });
    await changeStatus(card, 'CLOSED');
    await at('2027-03-01T08:00:00.000Z');
    const enquire = (id: string, type: string) =>
      server.envelope('cards.enquire-card', { card_identifier_id: id, card_identifier_type: type });
    const { body } = await enquire(card.exid, 'EXID');
    expect([body.card_status, body.card_number]).toEqual(['CLOSED', card.masked]);
    expect((await enquire(card.cardNumber, 'CONTRACT_NUMBER')).http.status).toBe(404);
    const { json } = await authorize(server, ecommerceMessage(card));
    expect(json.Action_Code).toBe('14');
  });

  it('the number can be assigned to a card again', async () => {
    const number = luhnNumber('400000');
    const account = await issueAccount(server);
    const card = await addCard(server, account, { number });
    await changeStatus(card, 'CLOSED');
    // a server caches the card of a number for a while
    expect((await authorize(server, ecommerceMessage(card))).json.Action_Code).toBe('14');
    await at('2027-03-01T08:00:00.000Z');
    const again = await addCard(server, account, { number });
    expect(again.exid).not.toBe(card.exid);
    const { json } = await authorize(server, ecommerceMessage(again));
    expect(json.Action_Code).toBe('00');
  });
});

it('numbers of closed cards stay stored without CARDWRIGHT_CLOSED_CARD_DAYS', async () => {
  await start({});
  const card = await issueCard(server);
  await changeStatus(card, 'CLOSED');
  await at('2029-11-20T08:00:00.000Z');
  expect(await countNumbers([card])).toBe(1);
  expect(await deletions()).toEqual([]);
});
