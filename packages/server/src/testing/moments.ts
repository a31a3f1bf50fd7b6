import { expect } from 'vitest';
import type { IssuedCard, Sender } from './cards/issued-cards.ts';
import type { Answer } from './test-server.ts';

/** An account as the interface returned it at a time. */
export interface ResponseMoment {
  readonly accountNumber: string;
  readonly at: Date;
  /** The answers, in the form of a read with `at`. */
  readonly answers: object;
}

type Clocked = Sender & { readonly clock: { now(): Date } };

/** Reads the account's present state through every operation that returns a part of it. */
export async function recordMoment(
  server: Clocked,
  card: Pick<IssuedCard, 'accountNumber' | 'cardNumber'> & Partial<IssuedCard>,
  as = 'demo-bank',
): Promise<ResponseMoment> {
  const at = server.clock.now();
  const { accountNumber } = card;
  const get = (path: string) => server.request({ method: 'GET', url: `/V2${path}`, as });
  const account = await get(`/accounts/${accountNumber}`);
  const settings = await server.envelope('card-settings.get-settings', { accountNumber: card.cardNumber }, { as });
  const listing = await get(`/cards?account_number=${accountNumber}&limit=200`);
  const cards: object[] = [];
  const controls: Record<string, unknown>[] = [];
  for (const one of listing.json.items as unknown as { card_identifier_id: string }[]) {
    const identifier = { card_identifier_id: one.card_identifier_id, card_identifier_type: 'EXID' };
    const { body } = await server.envelope('restrictions.enquire-restrictions', identifier, { as });
    cards.push({ ...one, restrictions: body.restrictions });
    const { tokens } = (await get(`/tokens?card_identifier_id=${one.card_identifier_id}`)).json;
    for (const { token_reference: token } of tokens as unknown as { token_reference: string }[]) {
      controls.push((await get(`/tokens/${token}/controls`)).json);
    }
  }
  const { items: limits } = (await get(`/limits?account_number=${accountNumber}`)).json;
  const state = {
    at: at.toISOString(),
    card_settings: settings.body.cardSettings,
    limits,
    token_controls: controls
      .filter(({ token_reference: _, currency: __, ...own }) => Object.values(own).some(Boolean))
      .sort((one, other) => (String(one.token_reference) < String(other.token_reference) ? -1 : 1)),
    cards,
  };
  return { accountNumber, at, answers: { ...account.json, state } };
}

export const requestMoment = (
  server: Sender,
  accountNumber: string,
  at: Date | string,
  as = 'demo-bank',
): Promise<Answer> => {
  const time = typeof at === 'string' ? at : at.toISOString();
  return server.request({ method: 'GET', url: `/V2/accounts/${accountNumber}?at=${encodeURIComponent(time)}`, as });
};

/** Expects a read of each moment to return what was returned then. */
export async function checkMoments(
  server: Sender,
  moments: readonly ResponseMoment[],
  as = 'demo-bank',
): Promise<void> {
  for (const { accountNumber, at, answers } of moments) {
    const { status, json } = await requestMoment(server, accountNumber, at, as);
    expect(status, JSON.stringify(json)).toBe(200);
    expect(json).toEqual(answers);
  }
}
