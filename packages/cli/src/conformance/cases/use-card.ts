import { isJsonObject, type JsonObject } from '@cardwright/contract';
import { SkippedCase } from '../conformance-case.ts';
import { objectIn, textIn } from '../exchange.ts';
import type { AnswerRead } from '../read-answer.ts';
import type { KnownCard } from '../target.ts';
import type { World } from '../world.ts';

/** Charges the card, and returns whether the charge is approved. */
export async function isApproved(world: World, card: KnownCard, fields: JsonObject = {}): Promise<boolean> {
  return (await chargeCard(world, card, fields)) === '00';
}

export async function chargeCard(world: World, card: KnownCard, fields: JsonObject = {}): Promise<string | undefined> {
  const answer = await world.authorize(world.message(card, fields));
  // Code 30 concerns the format of the message, so the decision itself is unknown.
  if (answer.code === '30')
    throw new SkippedCase(`the message was refused as malformed: ${answer.http.headers['contract-errors'] ?? ''}`);
  return answer.code;
}

export async function changeControls(
  world: World,
  { cardNumber }: KnownCard,
  cardSettings: JsonObject,
): Promise<AnswerRead> {
  const answer = await world.envelope('card-settings.update-settings', { accountNumber: cardNumber, cardSettings });
  if (answer.isRefused) throw new SkippedCase(`the settings were refused with ${answer.code ?? 'no code'}`);
  return answer;
}

export async function readControls(world: World, { cardNumber }: KnownCard): Promise<JsonObject> {
  const answer = await world.envelope('card-settings.get-settings', { accountNumber: cardNumber });
  return objectIn(answer.body, 'cardSettings') ?? {};
}

export async function putRestriction(world: World, { exid }: KnownCard, restriction: JsonObject): Promise<void> {
  const body = { card_identifier_id: exid, card_identifier_type: 'EXID', restriction };
  const answer = await world.envelope('restrictions.set-restriction', body);
  if (answer.isRefused) throw new SkippedCase(`the restriction was refused with ${answer.code ?? 'no code'}`);
}

/** Returns AVAILABLE, BLOCKED and TOTAL_BALANCE by name. */
export async function balancesOf(world: World, { accountNumber }: KnownCard): Promise<Record<string, string>> {
  const identifier = { account_identifier_id: accountNumber, account_identifier_type: 'CONTRACT_NUMBER' };
  const { body } = await world.envelope('accounts.enquire-balance', identifier);
  const balances = Array.isArray(body.balances) ? body.balances.filter(isJsonObject) : [];
  return Object.fromEntries(balances.map((one) => [textIn(one, 'type') ?? '', textIn(one, 'amount') ?? '']));
}
