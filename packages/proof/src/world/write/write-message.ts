import type { Random } from '@cardwright/server/internal/testing/random';
import type { ModelAccount } from '../model/model-account.ts';
import type { MessageObstacle } from '../model/model-decision.ts';
import type { ModelMessage, ModelReading } from '../model/model-message.ts';
import { transactionLimits, WINDOW_LIMITS } from '../model/model-rules.ts';
import type { Step } from '../operation.ts';
import type { UseName, Uses } from '../uses.ts';
import { writeMerchant } from './write-condition.ts';
import { writePartner } from './write-partner.ts';
import { writeTokenControls } from './write-token-controls.ts';

const MOST = 14_000;
const SOMEWHERE = { merchantId: 'SHOP00000000001', terminalId: 'TERMINAL', acquirer: '123456' };
const OBSTACLES: readonly MessageObstacle[] = [
  'FORMAT',
  'CARD_NOT_FOUND',
  'CARD_AMBIGUOUS',
  'DUPLICATE',
  'REVERSED_BEFORE',
];
const TOKENS = ['ACTIVE', 'ACTIVE', 'SUSPENDED', 'DELETED', null] as const;
const FAULTS = ['expiry', 'sequence', 'currency', 'zero', 'acquirer zero'] as const;

/** A message: often for a control that was set, often with an amount at a bound, sometimes with a fault. */
export function writeMessage(dice: Random, uses: Uses, model: ModelAccount, atMs: number, hasPartner: boolean): Step {
  const card = dice.below(model.cards.length);
  const use = aimed(dice, uses, model, card) ?? dice.below(uses.uses.length);
  const { bank, own } = model;
  const reading = uses.readings[use] as ModelReading;
  const { plastic, earlier } = model.card(card);
  const presented = earlier !== undefined && dice.oneIn(2) ? earlier : plastic;
  const fault = dice.oneIn(20) ? dice.pick(FAULTS) : undefined;
  const message = {
    use: uses.uses[use] as (typeof uses.uses)[number],
    reading,
    billingCurrency: fault === 'currency' ? '840' : bank.currencyNumber,
    acquirerMinor: fault === 'acquirer zero' ? 0 : dice.oneIn(100) ? 1 : 4_200,
    minor: 0,
    expiry: fault === 'expiry' ? (earlier ?? { expiry: '3101' }).expiry : presented.expiry,
    sequence: fault === 'sequence' ? '009' : dice.oneIn(8) ? String(Number(presented.sequence)) : presented.sequence,
    ...(dice.oneIn(20) && { token: dice.pick(TOKENS) }),
    ...(own === undefined ? SOMEWHERE : writeMerchant(dice)),
  };
  const priced = fault === 'zero' ? message : { ...message, minor: amount(dice, model, card, message, atMs) };
  const isControlled = priced.token !== undefined && dice.oneIn(2);
  return {
    kind: 'authorize',
    number: model.authorizations.length,
    atMs,
    card,
    use,
    obstacle: dice.oneIn(80) ? dice.pick(OBSTACLES) : undefined,
    message: isControlled ? { ...priced, tokenControls: writeTokenControls(dice, priced, atMs) } : priced,
    ...(hasPartner && { partner: writePartner(dice, atMs) }),
  };
}

/** A use that one of the set controls concerns. */
function aimed(dice: Random, { about }: Uses, model: ModelAccount, card: number): number | undefined {
  if (dice.below(5) < 2) return undefined;
  const { restrictions } = model.card(card);
  const { switches, anyForeign, specificForeign, countries, foreignStartMs, foreignEndMs } = model.settings;
  const names = Object.keys(switches) as UseName[];
  if ((anyForeign ?? specificForeign ?? countries ?? foreignStartMs ?? foreignEndMs) !== undefined)
    names.push('abroad');
  const choice = dice.below(restrictions.length + names.length + 1);
  const name = restrictions[choice]?.type ?? names[choice - restrictions.length];
  const places = name === undefined ? undefined : about.get(name);
  return places === undefined ? undefined : dice.pick(places);
}

/** An amount, or one at a bound of the message, to the minor unit. */
function amount(dice: Random, model: ModelAccount, card: number, message: ModelMessage, atMs: number): number {
  if (dice.oneIn(100)) return 1;
  const { availableMinor } = model;
  const settings = model.settingsAt(atMs);
  const { limits } = settings;
  if (dice.oneIn(2)) return dice.from(1, MOST);
  const bounds: number[] = [];
  for (const [field] of transactionLimits(message.reading)) bounds.push(limits[field] ?? 0);
  if (WINDOW_LIMITS.some(([field]) => limits[field] !== undefined)) {
    const counted = model.counting(atMs);
    for (const [at, [field]] of WINDOW_LIMITS.entries()) bounds.push((limits[field] ?? 0) - (counted[at] ?? 0));
  }
  if (settings.allowBelow === true) bounds.push(limits.cardPresentAllowBelowLimit ?? 0);
  if (model.limits.areAny(atMs)) {
    const evaluated = model.limits.evaluate(model.limited(card, message, atMs), atMs);
    for (const { limit, before } of evaluated) if (limit.measure === 'amount') bounds.push(limit.max - before);
  }
  if (availableMinor < 20 * MOST) bounds.push(availableMinor);
  const usable = bounds.filter((bound) => bound > 1);
  return usable.length === 0 ? dice.from(1, MOST) : dice.pick(usable) + dice.from(-1, 1);
}
