import type { RestrictionType, Switch } from '@cardwright/contract';
import type { ModelAccount } from '../../world/model/model-account.ts';
import { offsetTime } from '../../world/model/model-calendar.ts';
import type { RestrictionRequest } from '../../world/model/model-card.ts';
import { type ModelMessage, readingOf } from '../../world/model/model-message.ts';
import { passesBelow, transactionLimits, WINDOW_LIMITS } from '../../world/model/model-rules.ts';
import { type Patch, switchState } from '../../world/model/model-settings.ts';
import type { Action, CurrentValue, InstantNear, LocationForm, MessagePlan } from './generate-actions.ts';

/** The current state of a sequence: it determines the instants, bounds and countries of plans. */
export interface Moment {
  readonly account: ModelAccount;
  /** The instants of all steps. */
  readonly instants: readonly number[];
  readonly step: number;
  readonly nowMs: number;
}

const instantAhead = ({ instants, step }: Moment, ahead: number) =>
  instants[Math.min(step + ahead, instants.length - 1)]!;

function timeText(moment: Moment, { ahead, delta, offset }: InstantNear): string {
  return offsetTime(instantAhead(moment, ahead) + delta, offset);
}

/** The fields of an update in the form of a request. */
export function patchOf(moment: Moment, { fields }: Extract<Action, { kind: 'update' }>): Patch {
  const patch: Record<string, string> = {};
  for (const [field, value] of fields) {
    const text =
      typeof value === 'string'
        ? value
        : 'ahead' in value
          ? timeText(moment, value)
          : responseText(moment, field, value);
    if (text !== undefined) patch[field] = text;
  }
  return patch;
}

/** The current value of a switch field in an answer; undefined if it has none. */
function responseText({ account, nowMs }: Moment, field: string, { offset }: CurrentValue): string | undefined {
  const [, name, part] = /^(\w+?)(Status|OnUntil)$/.exec(field)!;
  const { status, untilMs } = switchState(account.settings.switches[name as Switch], nowMs);
  if (part === 'Status' || untilMs === undefined) return part === 'Status' ? status : undefined;
  return offset === 'Z' ? new Date(untilMs).toISOString() : offsetTime(untilMs, offset);
}

export function restrictionOf(moment: Moment, plan: Extract<Action, { kind: 'restrict' }>): RestrictionRequest {
  const { type, isAllowed, end, countries } = plan;
  const { days } = moment.account;
  return {
    type,
    ...(isAllowed !== undefined && { isAllowed }),
    ...(end !== undefined && {
      endDate: days.date(days.dayAt(instantAhead(moment, end.ahead)) + end.days),
    }),
    ...(countries !== undefined && { countries }),
  };
}

/**
 * Forty positions with the country in the last two; or fewer, which end with a space and the country, or consist of the
 * country only.
 */
function locationText(form: LocationForm, country: string): string {
  const shop = form === 'emoji' ? 'CAFÉ ☕ 🥐' : 'TEST SHOP';
  const length = form === 'short' ? 35 : form === 'run-on' ? 33 : 38;
  const text = [...shop.padEnd(24), ...'SOMEWHERE'.padEnd(20)].slice(0, length).join('');
  return `${text}${form === 'lower-case' ? country.toLowerCase() : country}`;
}

type Aimed = Partial<Pick<MessagePlan, 'entry' | 'category' | 'location'>>;

/** Messages that a restriction or a switch concerns. */
const ABOUT: Readonly<Partial<Record<RestrictionType | Switch, Aimed>>> = {
  MOTO: { entry: ['010', '08'] },
  ECOM: { entry: ['810', '59'] },
  SWIPE: { entry: ['021', '00'] },
  PERS_RESTR_CONTACTLESS: { entry: ['071', '00'] },
  NFC: { entry: ['911', '00'], category: '5411' },
  ATM: { category: '6011' },
  PURCHASE: { category: '5999' },
  INTERNATIONAL: { location: ['plain', 'US'] },
  INTERNATIONAL_SPECIFIC_COUNTRIES: { location: ['plain', 'FR'] },
  cardPresent: { entry: ['051', '00'] },
  cardNotPresent: { entry: ['012', '00'] },
  ecom: { entry: ['810', '59'] },
  moto: { entry: ['010', '08'] },
  recurring: { entry: ['100', '00'] },
  fallback: { entry: ['801', '00'] },
  purchase: { category: '5999' },
  cash: { category: '6010' },
  function1: { category: '7801' },
  function2: { category: '5813' },
  function3: { category: '4829' },
};

function aimed({ account }: Moment, card: number, plan: MessagePlan): MessagePlan {
  if (plan.aim === undefined) return plan;
  const restricted = account.card(card).restrictions.map(({ type }) => type);
  const set = [...restricted.reverse(), ...(Object.keys(account.settings.switches) as Switch[])];
  return { ...plan, ...(set.length > 0 && ABOUT[set[plan.aim % set.length]!]) };
}

export function messageOf(moment: Moment, card: number, asPlanned: MessagePlan): ModelMessage {
  const plan = aimed(moment, card, asPlanned);
  const { account } = moment;
  const { currencyNumber } = account.bank;
  const is = (fault: MessagePlan['fault']) => plan.fault === fault;
  const use = {
    entryMode: plan.entry[0],
    condition: plan.entry[1],
    category: plan.category,
    location: locationText(...plan.location),
    currency: plan.otherCurrency ? '840' : currencyNumber,
  };
  const message = {
    use,
    reading: readingOf(account.bank, use),
    billingCurrency: is('currency') ? '840' : currencyNumber,
    acquirerMinor: is('acquirer-zero') ? 0 : 4_200,
    expiry: is('expiry') ? '3101' : account.card(card).plastic.expiry,
    sequence: is('sequence') ? '002' : '001',
    merchantId: plan.shop,
    terminalId: 'WEB00001',
    acquirer: '123456',
  };
  return { ...message, minor: is('zero') ? 0 : amountOf(moment, card, { ...message, minor: 0 }, plan.amount) };
}

/** An amount, or one at a bound of the message, to the minor unit. */
function amountOf(
  { account, nowMs }: Moment,
  card: number,
  message: ModelMessage,
  amount: MessagePlan['amount'],
): number {
  if (typeof amount === 'number') return amount;
  const { limits } = account.settings;
  const counters = account.counters(nowMs);
  const bounds = [
    ...transactionLimits(message.reading).map(([field]) => limits[field]),
    ...WINDOW_LIMITS.map(([field], at) => limits[field] && limits[field] - counters[at]!.minor),
    passesBelow(account.settings, message) ? limits.cardPresentAllowBelowLimit : undefined,
    ...account.limits
      .evaluate(account.limited(card, message, nowMs), nowMs)
      .flatMap(({ limit, before }) => (limit.measure === 'amount' ? [limit.max - before] : [])),
  ].filter((bound) => bound !== undefined);
  const funds = account.availableMinor < 100_000 ? [account.availableMinor] : [];
  const amounts = [...bounds, ...funds].sort((a, b) => a - b);
  const near = (amounts[amount.bound % Math.max(amounts.length, 1)] ?? 5_000) + amount.more;
  return near > 0 && near < 1_000_000 ? near : 5_000;
}
