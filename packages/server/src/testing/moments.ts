import { expect } from 'vitest';
import type { IssuedCard, Sender } from './cards/issued-cards.ts';
import type { Answer } from './test-server.ts';

/** An account as it was answered, and when. */
export interface AnsweredMoment {
  readonly accountNumber: string;
  readonly at: Date;
  /** In the form in which it is told when its moment is asked for. */
  readonly answers: object;
}

type Clocked = Sender & { readonly clock: { now(): Date } };

/** Asks every operation that reads an account what it is now. */
export async function keepMoment(
  server: Clocked,
  card: Pick<IssuedCard, 'accountNumber' | 'cardNumber'> & Partial<IssuedCard>,
  as = 'demo-bank',
): Promise<AnsweredMoment> {
  const at = server.clock.now();
  const { accountNumber } = card;
  const get = (path: string) => server.request({ method: 'GET', url: `/V2${path}`, as });
  const account = await get(`/accounts/${accountNumber}`);
  const settings = await server.envelope('card-settings.get-settings', { accountNumber: card.cardNumber }, { as });
  const listed = await get(`/cards?account_number=${accountNumber}&limit=200`);
  const cards: object[] = [];
  for (const one of listed.json.items as unknown as { card_identifier_id: string }[]) {
    const named = { card_identifier_id: one.card_identifier_id, card_identifier_type: 'EXID' };
    const { body } = await server.envelope('restrictions.enquire-restrictions', named, { as });
    cards.push({ ...one, restrictions: body.restrictions });
  }
  const { items: limits } = (await get(`/limits?account_number=${accountNumber}`)).json;
  const state = { at: at.toISOString(), card_settings: settings.body.cardSettings, limits, cards };
  return { accountNumber, at, answers: { ...account.json, state } };
}

export const askMoment = (
  server: Sender,
  accountNumber: string,
  at: Date | string,
  as = 'demo-bank',
): Promise<Answer> => {
  const time = typeof at === 'string' ? at : at.toISOString();
  return server.request({ method: 'GET', url: `/V2/accounts/${accountNumber}?at=${encodeURIComponent(time)}`, as });
};

/** Expects of each moment what was answered then. */
export async function checkMoments(
  server: Sender,
  moments: readonly AnsweredMoment[],
  as = 'demo-bank',
): Promise<void> {
  for (const { accountNumber, at, answers } of moments) {
    const { status, json } = await askMoment(server, accountNumber, at, as);
    expect(status, JSON.stringify(json)).toBe(200);
    expect(json).toEqual(answers);
  }
}
