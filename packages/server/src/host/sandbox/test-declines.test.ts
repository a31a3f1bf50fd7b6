import { TEST_DECLINES, type TestDecline } from '@cardwright/contract';
import { expect, it } from 'vitest';
import { restrict, setControls } from '../../testing/cards/card-control.ts';
import {
  authorize,
  ecommerceMessage,
  type IssuedCard,
  issueCard,
  luhnNumber,
} from '../../testing/cards/issued-cards.ts';
import { fileServer } from '../../testing/test-server.ts';

const server = fileServer();

async function prepare(card: IssuedCard, preparation: TestDecline['prepare']): Promise<void> {
  if (preparation === undefined) return;
  if ('settings' in preparation) await setControls(server, card, preparation.settings);
  else if ('restriction' in preparation) {
    await restrict(server, card, { restriction_type: preparation.restriction, isAllowed: false });
  } else {
    const status = { type: 'card_status', value: preparation.status };
    const { http } = await server.envelope('cards.change-status', {
      card_identifier_id: card.exid,
      card_identifier_type: 'EXID',
      status,
    });
    expect(http.status).toBe(200);
  }
}

it.each(TEST_DECLINES)('docs/interface/sandbox.md states how to get $actionCode $reason', async (decline) => {
  const card = await issueCard(server);
  await prepare(card, decline.prepare);
  const { json } = await authorize(server, ecommerceMessage(card, decline.send));
  expect(json).toMatchObject({ Action_Code: decline.actionCode, Additional_Response_Data: decline.reason });
});

it('uses a card number with a valid check digit that no card has', () => {
  const [number = ''] = TEST_DECLINES.flatMap(({ send: { CARD_NUMBER: cardNumber } }) => cardNumber ?? []);
  expect(luhnNumber(number.slice(0, 6), number.slice(6, -1))).toBe(number);
});
