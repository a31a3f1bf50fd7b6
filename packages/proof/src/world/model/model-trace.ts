import type { LimitField } from '@cardwright/contract';
import type { Step } from '../operation.ts';
import type { ModelAccount } from './model-account.ts';
import type { MessageObstacle, ModelDecision } from './model-decision.ts';
import type { ModelMessage } from './model-message.ts';
import { ownSteps, ownStepsFirst, ownStepsLast, type RuleFacts, type TraceSteps } from './model-own-trace.ts';
import { foreignPermission, type ModelRestriction, restrictionInForce } from './model-rules.ts';
import { switchState } from './model-settings.ts';

type Authorize = Extract<Step, { kind: 'authorize' }>;

/** The values that each rule uses of a message before its decision: docs/interface/decision.md#trace. */
export function ruleFacts(account: ModelAccount, step: Authorize): TraceSteps {
  const { message, obstacle, number, atMs } = step;
  const { use, reading } = message;
  const { bank, days } = account;
  const settings = account.settingsAt(atMs);
  const card = account.card(step.card);
  const plastic = card.plasticOf(message);
  const { group } = settings;
  const abroad = reading.isPresent && reading.isForeign;
  const country = reading.country ?? null;
  return [
    ['FORMAT', obstacle === 'FORMAT' ? { findings: 1, first_path: 'Currency_Code' } : { findings: 0 }],
    ['CARD_FOUND', { number_form: number % 2 === 0 ? 'full' : 'masked', matches: matchesOf(obstacle) }],
    ...ownStepsFirst(account, step),
    ['DUPLICATE', { conflicts_with_earlier: obstacle === 'DUPLICATE' }],
    ...(obstacle === 'REVERSED_BEFORE' ? [reversedBefore(atMs)] : []),
    ['CARD_STATUS', { status: card.status }],
    [
      'EXPIRY_SEQUENCE',
      {
        card_expiry: plastic.expiry,
        message_expiry: message.expiry,
        local_date: days.date(days.dayAt(atMs)),
        card_sequence: plastic.sequence,
        message_sequence: message.sequence.padStart(3, '0'),
      },
    ],
    ...tokenSteps(message.token),
    ['CURRENCY', { account_currency: bank.currencyNumber, billing_currency: message.billingCurrency }],
    ['AMOUNT', { billing_minor: `${message.minor}`, transaction_minor: `${message.acquirerMinor}` }],
    ...tokenControlSteps(message),
    [
      'RESTRICTIONS',
      {
        entry: reading.entry,
        is_cash: reading.isCash,
        country,
        is_foreign: reading.isForeign,
        in_force: restrictionsInForce(account, step),
      },
    ],
    [
      'SWITCHES',
      {
        card_present: reading.isPresent,
        merchant_category: use.category,
        states: reading.switches.flatMap((name) => statesOf(account, name, atMs)).join(' '),
      },
    ],
    [
      'MERCHANT_GROUP',
      { group: group !== undefined && group in bank.groups ? group : null, merchant_category: use.category },
    ],
    [
      'FOREIGN_USE',
      {
        card_present_abroad: abroad,
        country,
        allowed_by: abroad ? (foreignPermission(settings, reading, atMs) ?? null) : null,
      },
    ],
    ...limitTrace(account, step),
  ];
}

function tokenSteps(state: ModelMessage['token']): TraceSteps {
  return state === undefined ? [] : [['TOKEN', { token_reference: MODEL_TOKEN, state }]];
}

function tokenControlSteps({ token, tokenControls, minor, merchantId, use, reading }: ModelMessage): TraceSteps {
  if (token === undefined || tokenControls === undefined) return [];
  const { validUntilMs, maxMinor } = tokenControls;
  const saw = {
    valid_until: validUntilMs === undefined ? null : new Date(validUntilMs).toISOString(),
    limit: maxMinor === undefined ? null : `${maxMinor}`,
    amount: `${minor}`,
    merchant_id: merchantId,
    merchant_category: use.category,
    country: reading.country ?? null,
  };
  return [['TOKEN_CONTROLS', saw]];
}

/** The token of every message that names one. */
export const MODEL_TOKEN = 'a5a9a0c6-2f5d-4f65-9c55-1d0f3f4b5c6d';

/** If a message is reversed before it arrives, the reversal is this much earlier. */
export const REVERSED_BEFORE_MS = 1_000;

function reversedBefore(atMs: number): TraceSteps[number] {
  return ['REVERSED_BEFORE', { reversed_at: new Date(atMs - REVERSED_BEFORE_MS).toISOString() }];
}

function matchesOf(obstacle: MessageObstacle | undefined): number {
  return obstacle === 'CARD_NOT_FOUND' ? 0 : obstacle === 'CARD_AMBIGUOUS' ? 2 : 1;
}

function statesOf(account: ModelAccount, name: keyof ModelAccount['settings']['switches'], nowMs: number): string[] {
  const stored = account.settingsAt(nowMs).switches[name];
  if (stored === undefined) return [];
  const { status, untilMs } = switchState(stored, nowMs);
  // A number means ON. Without status and instant, the switch was never set.
  if (status === undefined) return [];
  const effective = /^\d/.test(status) ? (untilMs === undefined ? 'ON' : 'ON_UNTIL') : status;
  return [`${name}:${effective}`];
}

/** The restrictions that cover the message, in the order of the types: `ANY+ ATM-`. */
function restrictionsInForce(account: ModelAccount, { card, message, atMs }: Authorize): string {
  const set = account.card(card).restrictions;
  const { restrictions, isForeign, country } = message.reading;
  const abroad = isForeign ? (['INTERNATIONAL', 'INTERNATIONAL_SPECIFIC_COUNTRIES'] as const) : [];
  return [...restrictions, ...abroad]
    .flatMap((type) => {
      const one = restrictionInForce(set, type, atMs);
      return one === undefined ? [] : [`${type}${allows(one, country) ? '+' : '-'}`];
    })
    .join(' ');
}

function allows({ type, isAllowed, countries }: ModelRestriction, country: string | undefined): boolean {
  if (type !== 'INTERNATIONAL_SPECIFIC_COUNTRIES' || countries.length === 0) return isAllowed;
  return countries.includes(country ?? '') ? isAllowed : !isAllowed;
}

function limitTrace(account: ModelAccount, step: Authorize): TraceSteps {
  const { message, atMs } = step;
  const { limits } = account.settingsAt(atMs);
  const { minor, reading } = message;
  const written = (field: LimitField) => (limits[field] === undefined ? null : `${limits[field]}`);
  const counted = account.counted(atMs);
  const window = (field: LimitField, place: number): RuleFacts => ({
    limit: written(field),
    counter_before: `${counted[place]}`,
    counter_after: `${(counted[place] ?? 0) + minor}`,
  });
  const half = reading.isPresent ? 'cardPresentTransactionLimit' : 'cardNotPresentTransactionLimit';
  const cash = reading.isCash ? written('cashTransactionLimit') : null;
  return [
    ['TRANSACTION_LIMITS', { amount: `${minor}`, limit: written(half), cash_limit: cash }],
    ['DAILY_LIMIT', window('dailyLimit', 0)],
    ['MONTHLY_LIMIT', window('monthlyLimit', 1)],
    ['LIMIT1', window('limit1', 2)],
    ['LIMIT2', window('limit2', 3)],
    ['LIMIT3', window('limit3', 4)],
    ...ownSteps(account, step),
    [
      'FUNDS',
      {
        funds_check: account.fundsCheck,
        available_before: `${account.availableMinor}`,
        available_after: `${account.availableMinor - minor}`,
      },
    ],
    ...ownStepsLast(account, step),
  ];
}

/** The steps up to the deciding one, as an answer shows them. */
export function explainSteps(
  steps: readonly (readonly [rule: string, saw: RuleFacts])[],
  { reason, rule: own }: ModelDecision,
): string {
  const refusing = own ?? ruleOf(reason);
  const last = reason === 'APPROVED' ? steps.length - 1 : steps.findIndex(([rule]) => rule === refusing);
  return JSON.stringify(
    steps.slice(0, last + 1).map(([rule, saw], at) => ({
      rule,
      verdict: at === last && reason !== 'APPROVED' ? 'REFUSE' : 'PASS',
      saw,
    })),
  );
}

/** The rule with this reason. */
function ruleOf(reason: string): string {
  if (reason.startsWith('RESTRICTED_')) return 'RESTRICTIONS';
  if (reason.endsWith('TRANSACTION_LIMIT')) return 'TRANSACTION_LIMITS';
  const knownRule = RULE_OF[reason];
  if (knownRule !== undefined) return knownRule;
  return reason.endsWith('_OFF') ? 'SWITCHES' : reason;
}

const RULE_OF: Readonly<Record<string, string>> = {
  CARD_NOT_FOUND: 'CARD_FOUND',
  CARD_AMBIGUOUS: 'CARD_FOUND',
  TOKEN_NOT_OF_CARD: 'TOKEN',
  TOKEN_EXPIRED: 'TOKEN_CONTROLS',
  TOKEN_AMOUNT: 'TOKEN_CONTROLS',
  TOKEN_MERCHANT: 'TOKEN_CONTROLS',
  TOKEN_CATEGORY: 'TOKEN_CONTROLS',
  TOKEN_COUNTRY: 'TOKEN_CONTROLS',
  CARD_BLOCKED: 'CARD_STATUS',
  CARD_LOST: 'CARD_STATUS',
  CARD_STOLEN: 'CARD_STATUS',
  CARD_CLOSED: 'CARD_STATUS',
  CARD_EXPIRED: 'EXPIRY_SEQUENCE',
  EXPIRY_MISMATCH: 'EXPIRY_SEQUENCE',
  SEQUENCE_MISMATCH: 'EXPIRY_SEQUENCE',
  CURRENCY_MISMATCH: 'CURRENCY',
  AMOUNT_ZERO: 'AMOUNT',
  MERCHANT_GROUP_OFF: 'MERCHANT_GROUP',
  CP_FOREIGN_OFF: 'FOREIGN_USE',
  INSUFFICIENT_FUNDS: 'FUNDS',
};
