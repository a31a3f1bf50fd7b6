import type { LiveCardStatus, RestrictionType, Switch } from '@cardwright/contract';
import type { Entry } from '../../issuing/authorization/decision/channel.ts';
import type { Trace } from '../../issuing/authorization/decision/decide.ts';
import type { PartnerFact } from '../../issuing/authorization/decision/facts.ts';
import type { FactsChange } from '../decisions/authorization-facts.ts';
import type { RefusalCase } from './refusal-case.ts';
import { TOKEN, TOKEN_REFUSALS } from './token-refusals.ts';

export type { RefusalCase } from './refusal-case.ts';

const PRESENT: readonly Entry[] = ['CHIP', 'SWIPE', 'CONTACTLESS', 'FALLBACK'];
const NOT_PRESENT: readonly Entry[] = ['ECOM', 'MOTO', 'RECURRING', 'KEYED', 'UNKNOWN'];
const ABROAD = { country: 'DE', transactionCurrency: '978' };

const finding = { path: 'Capture_Date', error: 'field_missing', message: 'is mandatory' } as const;
const noCard = { card: undefined, account: undefined };
const status = (of: LiveCardStatus): FactsChange => ({ card: { status: of } });
const atHome = (entry: Entry, isCash: boolean, inForce: string): Trace[number] => [
  'RESTRICTIONS',
  entry,
  isCash,
  'AE',
  false,
  inForce,
];
const abroad = (inForce: string): Trace[number] => ['RESTRICTIONS', 'ECOM', false, 'DE', true, inForce];

const BEFORE_CONTROL: RefusalCase[] = [
  {
    what: 'a broken message',
    breaks: { message: { findings: [finding, finding] } },
    actionCode: '30',
    reason: 'FORMAT',
    trace: ['FORMAT', 2, 'Capture_Date'],
  },
  {
    what: 'no such card',
    breaks: { facts: { matches: 0, ...noCard } },
    actionCode: '14',
    reason: 'CARD_NOT_FOUND',
    trace: ['CARD_FOUND', 'full', 0],
  },
  {
    what: 'a mask that fits three',
    breaks: { message: { numberForm: 'masked' }, facts: { matches: 3, ...noCard } },
    actionCode: '14',
    reason: 'CARD_AMBIGUOUS',
    trace: ['CARD_FOUND', 'masked', 3],
  },
  {
    what: 'a duplicate',
    breaks: { facts: { conflicts: true } },
    actionCode: '94',
    reason: 'DUPLICATE',
    trace: ['DUPLICATE', true],
  },
  {
    what: 'a reversal that came first',
    breaks: { facts: { reversedBefore: new Date('2026-11-20T07:59:30.000Z') } },
    actionCode: '94',
    reason: 'REVERSED_BEFORE',
    trace: ['REVERSED_BEFORE', '2026-11-20T07:59:30.000Z'],
  },
  {
    what: 'a blocked card',
    breaks: status('BLOCKED'),
    actionCode: '62',
    reason: 'CARD_BLOCKED',
    trace: ['CARD_STATUS', 'BLOCKED'],
  },
  {
    what: 'a lost card',
    breaks: status('LOST'),
    actionCode: '41',
    reason: 'CARD_LOST',
    trace: ['CARD_STATUS', 'LOST'],
  },
  {
    what: 'a stolen card',
    breaks: status('STOLEN'),
    actionCode: '43',
    reason: 'CARD_STOLEN',
    trace: ['CARD_STATUS', 'STOLEN'],
  },
  {
    what: 'a closed card',
    breaks: status('CLOSED'),
    actionCode: '14',
    reason: 'CARD_CLOSED',
    trace: ['CARD_STATUS', 'CLOSED'],
  },
  {
    what: 'an expired card',
    breaks: { card: { expiry: '2610' }, message: { expiry: '2610' } },
    actionCode: '54',
    reason: 'CARD_EXPIRED',
    trace: ['EXPIRY_SEQUENCE', '2610', '2610', '2026-11-20', '001', '001'],
  },
  {
    what: 'another expiry',
    breaks: { message: { expiry: '3011' } },
    actionCode: '54',
    reason: 'EXPIRY_MISMATCH',
    trace: ['EXPIRY_SEQUENCE', '3012', '3011', '2026-11-20', '001', '001'],
  },
  {
    what: 'another sequence number',
    breaks: { message: { sequenceNumber: '2' } },
    actionCode: '05',
    reason: 'SEQUENCE_MISMATCH',
    trace: ['EXPIRY_SEQUENCE', '3012', '3012', '2026-11-20', '001', '002'],
  },
  {
    what: 'a token of another card',
    breaks: { facts: { token: { reference: TOKEN, state: null } } },
    actionCode: '14',
    reason: 'TOKEN_NOT_OF_CARD',
    trace: ['TOKEN', TOKEN, null],
  },
  {
    what: 'a suspended token',
    breaks: { facts: { token: { reference: TOKEN, state: 'SUSPENDED' } } },
    actionCode: '57',
    reason: 'TOKEN',
    trace: ['TOKEN', TOKEN, 'SUSPENDED'],
  },
  {
    what: 'another currency',
    breaks: { message: { billingCurrency: '840' } },
    actionCode: '12',
    reason: 'CURRENCY_MISMATCH',
    trace: ['CURRENCY', '784', '840'],
  },
  {
    what: 'an amount of zero',
    breaks: { message: { transactionMinor: 0n } },
    actionCode: '13',
    reason: 'AMOUNT_ZERO',
    trace: ['AMOUNT', '9181', '0'],
  },
  ...TOKEN_REFUSALS,
];

type Where = Pick<RefusalCase, 'entries' | 'isCash' | 'message'>;

function restricted(type: RestrictionType, reason: string, where: Where, trace: Trace[number]): RefusalCase {
  const breaks = { restrictions: [{ type, isAllowed: false }] };
  return { what: `the restriction ${type}`, ...where, breaks, actionCode: '62', reason, trace };
}

const RESTRICTION_CASES: RefusalCase[] = [
  restricted('MOTO', 'RESTRICTED_MOTO', { entries: ['MOTO'] }, atHome('MOTO', false, 'MOTO-')),
  restricted('ECOM', 'RESTRICTED_ECOM', { entries: ['ECOM'] }, atHome('ECOM', false, 'ECOM-')),
  restricted('SWIPE', 'RESTRICTED_SWIPE', { entries: ['SWIPE'] }, atHome('SWIPE', false, 'SWIPE-')),
  restricted(
    'PERS_RESTR_CONTACTLESS',
    'RESTRICTED_CONTACTLESS',
    { entries: ['CONTACTLESS'] },
    atHome('CONTACTLESS', false, 'PERS_RESTR_CONTACTLESS-'),
  ),
  restricted(
    'NFC',
    'RESTRICTED_NFC',
    { entries: ['CONTACTLESS'], isCash: false },
    atHome('CONTACTLESS', false, 'NFC-'),
  ),
  restricted('ATM', 'RESTRICTED_ATM', { isCash: true }, atHome('ECOM', true, 'ATM-')),
  restricted('PURCHASE', 'RESTRICTED_PURCHASE', { isCash: false }, atHome('ECOM', false, 'PURCHASE-')),
  restricted('ANY', 'RESTRICTED_ANY', {}, atHome('ECOM', false, 'ANY-')),
  restricted('INTERNATIONAL', 'RESTRICTED_INTERNATIONAL', { message: ABROAD }, abroad('INTERNATIONAL-')),
  {
    what: 'a country that is none of those allowed',
    message: ABROAD,
    breaks: { restrictions: [{ type: 'INTERNATIONAL_SPECIFIC_COUNTRIES', isAllowed: true, countries: ['FR', 'GB'] }] },
    actionCode: '62',
    reason: 'RESTRICTED_COUNTRY',
    trace: abroad('INTERNATIONAL_SPECIFIC_COUNTRIES-'),
  },
];

function switchedOff(name: Switch, reason: string, where: Where & { isPresent?: boolean } = {}): RefusalCase {
  const { isPresent = false, ...rest } = where;
  const category = where.message?.merchantCategory ?? '5411';
  return {
    what: `the switch ${name} that is off`,
    ...rest,
    breaks: { settings: { [`${name}Status`]: 'OFF' } },
    actionCode: '57',
    reason,
    trace: ['SWITCHES', isPresent, category, `${name}:OFF`],
  };
}

/** A merchant that is in all three functions. */
const OF_FUNCTIONS = { message: { merchantCategory: '5999' } };

const SWITCHED_OFF: RefusalCase[] = [
  switchedOff('master', 'MASTER_OFF'),
  switchedOff('cardPresent', 'CP_OFF', { entries: PRESENT, isPresent: true }),
  switchedOff('cardNotPresent', 'CNP_OFF', { entries: NOT_PRESENT }),
  switchedOff('ecom', 'ECOM_OFF', { entries: ['ECOM'] }),
  switchedOff('moto', 'MOTO_OFF', { entries: ['MOTO'] }),
  switchedOff('recurring', 'RECURRING_OFF', { entries: ['RECURRING'] }),
  switchedOff('fallback', 'FALLBACK_OFF', { entries: ['FALLBACK'], isPresent: true }),
  switchedOff('cash', 'CASH_OFF', { isCash: true }),
  switchedOff('purchase', 'PURCHASE_OFF', { isCash: false }),
  switchedOff('function1', 'FUNCTION1_OFF', OF_FUNCTIONS),
  switchedOff('function2', 'FUNCTION2_OFF', OF_FUNCTIONS),
  switchedOff('function3', 'FUNCTION3_OFF', OF_FUNCTIONS),
];

const OVER_LIMITS: RefusalCase[] = [
  {
    what: 'a merchant outside the group',
    breaks: { settings: { merchantGroupProfileId: 'ONLY-TRAVEL' } },
    actionCode: '57',
    reason: 'MERCHANT_GROUP_OFF',
    trace: ['MERCHANT_GROUP', 'ONLY-TRAVEL', '5411'],
  },
  {
    what: 'use of the card abroad where nothing allows it',
    entries: PRESENT,
    message: ABROAD,
    breaks: { settings: { cardPresentAllowAnyForeign: 'false' } },
    actionCode: '57',
    reason: 'CP_FOREIGN_OFF',
    trace: ['FOREIGN_USE', true, 'DE', null],
  },
  {
    what: 'too much at once with the card',
    entries: PRESENT,
    breaks: { settings: { cardPresentTransactionLimit: '91.80' } },
    actionCode: '61',
    reason: 'CP_TRANSACTION_LIMIT',
    trace: ['TRANSACTION_LIMITS', '9181', '9180', null],
  },
  {
    what: 'too much at once without the card',
    entries: NOT_PRESENT,
    breaks: { settings: { cardNotPresentTransactionLimit: '91.80' } },
    actionCode: '61',
    reason: 'CNP_TRANSACTION_LIMIT',
    trace: ['TRANSACTION_LIMITS', '9181', '9180', null],
  },
  {
    what: 'too much cash at once',
    isCash: true,
    breaks: { settings: { cashTransactionLimit: '91.80' } },
    actionCode: '61',
    reason: 'CASH_TRANSACTION_LIMIT',
    trace: ['TRANSACTION_LIMITS', '9181', null, '9180'],
  },
  {
    what: 'too much in a day',
    breaks: { settings: { dailyLimit: '100.00' }, usedAmounts: { daily: 820n } },
    actionCode: '61',
    reason: 'DAILY_LIMIT',
    trace: ['DAILY_LIMIT', '10000', '820', '10001'],
  },
  {
    what: 'too much in a month',
    breaks: { settings: { monthlyLimit: '200.00' }, usedAmounts: { monthly: 10_820n } },
    actionCode: '61',
    reason: 'MONTHLY_LIMIT',
    trace: ['MONTHLY_LIMIT', '20000', '10820', '20001'],
  },
  ...([1, 2, 3] as const).map(
    (number): RefusalCase => ({
      what: `too much in the window of limit ${number}`,
      breaks: { settings: { [`limit${number}`]: '300.00' }, usedAmounts: { [`counter${number}`]: 20_820n } },
      actionCode: '61',
      reason: `LIMIT${number}`,
      trace: [`LIMIT${number}`, '30000', '20820', '30001'],
    }),
  ),
  {
    what: 'too little available',
    breaks: { account: { availableMinor: 9_180n } },
    actionCode: '51',
    reason: 'INSUFFICIENT_FUNDS',
    trace: ['FUNDS', true, '9180', '-1'],
  },
];

const partnerChange = (fact: Partial<PartnerFact>): FactsChange => ({
  facts: {
    partner: {
      answer: 'LATE',
      actionCode: undefined,
      reason: undefined,
      afterMs: 500,
      until: undefined,
      standIn: { approveUpTo: '100.00', perDay: '150.00' },
      ...fact,
    },
  },
});

/** Declines after the bank's own system was called. The stand-in may have approved part of its limit already. */
const PARTNER_CASES: RefusalCase[] = [
  {
    what: 'the bank’s own system says no',
    breaks: partnerChange({ answer: 'DECLINE', actionCode: '62', reason: 'Reported by phone', afterMs: 84 }),
    actionCode: '62',
    reason: 'PARTNER_DECLINED',
    trace: ['PARTNER_DECISION', 'DECLINE'],
  },
  {
    what: 'no answer, and too much together in a day',
    breaks: { ...partnerChange({}), account: { stoodIn: { date: '2026-11-20', minor: 5_820n } } },
    actionCode: '91',
    reason: 'PARTNER_STAND_IN',
    trace: ['PARTNER_STAND_IN', 'LATE', '9181', '10000', '5820', '15001', '15000'],
  },
];

/** Every way to decline, in order of precedence. */
export const REFUSALS: readonly RefusalCase[] = [
  ...BEFORE_CONTROL,
  ...RESTRICTION_CASES,
  ...SWITCHED_OFF,
  ...OVER_LIMITS,
  ...PARTNER_CASES,
];

/** Returns a message that each of these rules would decline; undefined if the rules exclude each other. */
export function messageFor(...refusals: readonly RefusalCase[]): FactsChange | undefined {
  const entries = refusals.reduce<readonly Entry[]>(
    (entries, refusal) => entries.filter((entry) => refusal.entries?.includes(entry) ?? true),
    ['ECOM', 'MOTO', 'RECURRING', 'KEYED', 'UNKNOWN', 'CHIP', 'SWIPE', 'CONTACTLESS', 'FALLBACK'],
  );
  const cash = new Set(refusals.flatMap(({ isCash }) => isCash ?? []));
  if (entries.length === 0 || cash.size > 1) return undefined;
  const message = Object.assign({}, ...refusals.map((refusal) => refusal.message));
  return { entry: entries[0]!, isCash: cash.has(true), message };
}
