import type { CounterName, Switch } from '@cardwright/contract';
import type { Entry } from '../../issuing/authorization/decision/channel.ts';
import { type Decision, decide } from '../../issuing/authorization/decision/decide.ts';
import type {
  AccountFacts,
  AuthorizationFacts,
  AuthorizationMessage,
  CardFacts,
} from '../../issuing/authorization/decision/facts.ts';
import { type CardSettings, type StoredSettings, toCardSettings } from '../../issuing/card-settings/card-settings.ts';
import { type Counter, type Counters, NO_COUNTERS } from '../../issuing/card-settings/counters.ts';
import type { Restrictions } from '../../issuing/restrictions/restriction.ts';
import type { CardControl } from '../../platform/kernel/bank.ts';
import { createCalendar } from '../../platform/kernel/time/calendar.ts';

/** An approved message and its facts. Each test changes the part under test. */

/** 12:00 in Dubai. */
export const NOW = new Date('2026-11-20T08:00:00.000Z');
/** The end of that day in Dubai, in milliseconds since 1970. */
export const MIDNIGHT_MS = Date.parse('2026-11-20T20:00:00.000Z');

const CONTROL: CardControl = {
  windows: ['WEEKLY', 'YEARLY', 'LIFETIME'],
  unreadableCountry: 'foreign',
  functions: [new Set(['7995', '5999']), new Set(['5813', '5999']), new Set(['4829', '5999'])],
  merchantGroups: new Map([
    ['ONLY-TRAVEL', { name: 'Travel', effect: 'ALLOW', categories: new Set(['3000', '7011']) }],
    ['NO-JEWELS', { name: 'No jewels', effect: 'REFUSE', categories: new Set(['5944']) }],
  ]),
  resourceStrings: new Map(),
};

export const FACTS: AuthorizationFacts = {
  bank: { calendar: createCalendar('Asia/Dubai', '18:00'), country: 'AE', cardControl: CONTROL },
  matches: 1,
  card: {
    cardId: 7n,
    status: 'ACTIVE',
    expiry: '3012',
    sequenceNumber: '001',
    earlier: undefined,
    restrictions: [],
    traits: { createdAt: new Date('2026-11-01T08:00:00.000Z'), product: 'DEMO-DEBIT', role: 'P' },
  },
  account: {
    accountId: 3n,
    currency: { code: 'AED', number: '784', exponent: 2 },
    availableMinor: 10_000n,
    fundsCheck: true,
    settings: toCardSettings({}, 2),
    counters: NO_COUNTERS,
  },
  conflicts: false,
  approvalCode: '042137',
};

/** 25.00 USD, billed as 91.81 AED, in an online shop in the home country. */
export const MESSAGE: AuthorizationMessage = {
  findings: [],
  numberForm: 'full',
  expiry: '3012',
  sequenceNumber: '001',
  transactionMinor: 2_500n,
  transactionCurrency: '840',
  billingMinor: 9_181n,
  billingCurrency: '784',
  channel: { entry: 'ECOM', isCash: false },
  merchantCategory: '5411',
  country: 'AE',
  terminalId: 'TERM0001',
  acquirer: '123456',
  merchantId: 'SHOP00000000001',
  retrievalReference: 632_400_000_001n,
  systemTrace: 1,
  transmittedAt: '20261120080000',
};

/** The changes of a test. Settings and counters are added to those of earlier changes; restrictions come first. */
export interface FactsChange {
  readonly facts?: Partial<AuthorizationFacts>;
  readonly message?: Partial<AuthorizationMessage>;
  readonly card?: Partial<CardFacts>;
  readonly account?: Partial<AccountFacts>;
  readonly control?: Partial<CardControl>;
  readonly settings?: StoredSettings;
  readonly restrictions?: Restrictions;
  /** Amounts counted earlier, in minor units, in windows that end at {@link MIDNIGHT_MS}. */
  readonly usedAmounts?: Partial<Record<CounterName, bigint>>;
  readonly entry?: Entry;
  readonly isCash?: boolean;
}

interface Case {
  readonly facts: AuthorizationFacts;
  readonly message: AuthorizationMessage;
}

/** Applies changes to the approved message and its facts. */
export function withChanges(...changes: readonly FactsChange[]): Case {
  return changes.reduce<Case>(
    ({ facts, message }, change) => ({ facts: changedFacts(facts, change), message: changedMessage(message, change) }),
    { facts: FACTS, message: MESSAGE },
  );
}

export function decideWith(...changes: readonly FactsChange[]): Decision {
  const { facts, message } = withChanges(...changes);
  return decide(facts, message, NOW);
}

function changedFacts(before: AuthorizationFacts, change: FactsChange): AuthorizationFacts {
  const facts = { ...before, ...change.facts };
  const { bank, card, account } = facts;
  return {
    ...facts,
    bank: { ...bank, cardControl: { ...bank.cardControl, ...change.control } },
    card: card && { ...card, ...change.card, restrictions: [...(change.restrictions ?? []), ...card.restrictions] },
    account: account && changedAccount({ ...account, ...change.account }, change),
  };
}

function changedAccount(account: AccountFacts, { settings, usedAmounts: amounts }: FactsChange): AccountFacts {
  const [daily, monthly, first, second, third] = account.counters;
  const of = (name: CounterName, counter: Counter) => {
    const minor = amounts?.[name];
    return minor === undefined ? counter : { minor, endsAtMs: MIDNIGHT_MS };
  };
  const counters: Counters = [
    of('daily', daily),
    of('monthly', monthly),
    of('counter1', first),
    of('counter2', second),
    of('counter3', third),
  ];
  if (settings === undefined) return { ...account, counters };
  return { ...account, counters, settings: bothSettings(account.settings, toCardSettings(settings, 2)) };
}

function bothSettings(before: CardSettings, change: CardSettings): CardSettings {
  return {
    switches: { ...before.switches, ...change.switches },
    waitsForOne: before.waitsForOne || change.waitsForOne,
    limits: { ...before.limits, ...change.limits },
    allowBelow: before.allowBelow || change.allowBelow,
    foreign: change.foreign.isSet ? change.foreign : before.foreign,
    merchantGroupId: change.merchantGroupId ?? before.merchantGroupId,
  };
}

function changedMessage(before: AuthorizationMessage, change: FactsChange): AuthorizationMessage {
  const { entry = before.channel.entry, isCash = before.channel.isCash } = change;
  return { ...before, channel: { entry, isCash }, ...change.message };
}

export const ENTRIES = [
  'ECOM',
  'MOTO',
  'RECURRING',
  'KEYED',
  'UNKNOWN',
  'CHIP',
  'SWIPE',
  'CONTACTLESS',
  'FALLBACK',
] as const satisfies Entry[];

/** The rules that decline a message because a switch is off, by switch. */
export const SWITCH_REASONS: Record<Switch, string> = {
  master: 'MASTER_OFF',
  cardPresent: 'CP_OFF',
  cardNotPresent: 'CNP_OFF',
  ecom: 'ECOM_OFF',
  moto: 'MOTO_OFF',
  recurring: 'RECURRING_OFF',
  fallback: 'FALLBACK_OFF',
  cash: 'CASH_OFF',
  purchase: 'PURCHASE_OFF',
  function1: 'FUNCTION1_OFF',
  function2: 'FUNCTION2_OFF',
  function3: 'FUNCTION3_OFF',
};
