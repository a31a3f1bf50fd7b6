import { expect, it } from 'vitest';
import { authorize, balances, ecommerceMessage, issueCard, luhnNumber } from '../../../testing/cards/issued-cards.ts';
import { fileServer } from '../../../testing/test-server.ts';

const server = fileServer({ CARDWRIGHT_AUTHORIZATION_LANES: '1' });

it('a message that the database refuses fails on its own, and the rest of its batch is decided', async () => {
  const cards = await Promise.all(Array.from({ length: 24 }, () => issueCard(server, { available: '100.00' })));
  const messages = cards.map((card) => ecommerceMessage(card));
  const failedPositions = [5, 6, 20];
  const references = failedPositions.map((at) => messages[at]!.Retrieval_Reference_Number).join(', ');
  await server.db.sql(`
    create function refuse() returns trigger language plpgsql as
      'begin if new.retrieval_reference in (${references}) then raise exception ''refused''; end if; return new; end'`);
  await server.db.sql('create trigger refuse before insert on authorizations for each row execute function refuse()');

  const answers = await Promise.all(messages.map((message) => authorize(server, message)));

  const summaries = answers.map(({ status, json }) => `${status} ${json.Action_Code}`);
  expect(summaries).toEqual(messages.map((_, at) => (failedPositions.includes(at) ? '500 96' : '200 00')));
  const remaining = await Promise.all(cards.map((card) => balances(server, card.accountNumber)));
  expect(remaining).toEqual(
    messages.map((_, at) => (failedPositions.includes(at) ? '100.00 0.00 100.00' : '75.00 25.00 100.00')),
  );
});

it('a message that the database never accepts fails on its own, and the rest of its batch is decided', async () => {
  const cards = await Promise.all(Array.from({ length: 24 }, () => issueCard(server, { available: '100.00' })));
  const failedPositions = [0, 7, 8];
  const unknown = { cardNumber: luhnNumber('400000'), expiry: '3012' };
  const messages = cards.map((card, at) => ecommerceMessage(failedPositions.includes(at) ? unknown : card));
  const references = failedPositions.map((at) => messages[at]!.Retrieval_Reference_Number).join(', ');
  // simulates that another server always stores the message first
  await server.db.sql(`
    create function leave_out() returns trigger language plpgsql as
      'begin return case when new.retrieval_reference in (${references}) then null else new end; end'`);
  await server.db.sql(
    'create trigger leave_out before insert on authorizations for each row execute function leave_out()',
  );

  const answers = await Promise.all(messages.map((message) => authorize(server, message)));

  const summaries = answers.map(({ status, json }) => `${status} ${json.Action_Code}`);
  expect(summaries).toEqual(messages.map((_, at) => (failedPositions.includes(at) ? '503 91' : '200 00')));
  const remaining = await Promise.all(cards.map((card) => balances(server, card.accountNumber)));
  expect(remaining).toEqual(
    messages.map((_, at) => (failedPositions.includes(at) ? '100.00 0.00 100.00' : '75.00 25.00 100.00')),
  );
});
