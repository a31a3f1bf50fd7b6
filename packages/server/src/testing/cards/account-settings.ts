import { expect } from 'vitest';
import type { EnvelopeOptions, TestServer } from '../test-server.ts';
import type { IssuedCard } from './issued-cards.ts';

/** Reads and updates the card settings of an account through the interface, as its bank does. */

export type Sent = Record<string, unknown>;

export function sendUpdate(server: TestServer, body: Sent, more: EnvelopeOptions = {}) {
  return server.envelope('card-settings.update-settings', body, more);
}

export function updateSettingsOf(server: TestServer, card: IssuedCard, cardSettings: Sent, more: EnvelopeOptions = {}) {
  return sendUpdate(server, { accountNumber: card.cardNumber, cardSettings }, more);
}

export function getSettingsOf(server: TestServer, card: IssuedCard, more: EnvelopeOptions = {}) {
  return server.envelope('card-settings.get-settings', { accountNumber: card.cardNumber }, more);
}

/** Updates settings, and returns the answer of the successful update. */
export async function setSettings(
  server: TestServer,
  card: IssuedCard,
  cardSettings: Sent,
  more: EnvelopeOptions = {},
): Promise<Record<string, string>> {
  const { exception, body } = await updateSettingsOf(server, card, cardSettings, more);
  expect([exception.error_code, body.errors]).toEqual(['000', undefined]);
  return body.cardSettings;
}

/** Expects an update to be refused with these findings (`code field`), and to change nothing. */
export async function expectSettingsRefused(
  server: TestServer,
  card: IssuedCard,
  cardSettings: Sent,
  expected: string[],
  more: EnvelopeOptions = {},
) {
  const before = (await getSettingsOf(server, card, more)).body;
  const { http, exception, body } = await updateSettingsOf(server, card, cardSettings, more);
  const errors = (body.errors ?? []).map(({ path, code }: Record<string, string>) => `${code} ${path}`);
  expect(errors).toEqual(expected.map((finding) => finding.replace(' ', ' body.cardSettings.')));
  expect([http.status, exception.error_code]).toEqual([400, expected[0]!.slice(0, 3)]);
  expect((await getSettingsOf(server, card, more)).body).toEqual(before);
}

export async function storedSettings(server: TestServer, card: IssuedCard) {
  const rows = await server.db.sql<{ version: number; settings: string; changed_at: Date }>(
    `select s.version, s.settings, s.changed_at from account_settings s join accounts a using (account_id)
      where a.account_number = $1`,
    [card.accountNumber],
  );
  return rows[0] === undefined ? undefined : { ...rows[0], settings: JSON.parse(rows[0].settings) };
}
