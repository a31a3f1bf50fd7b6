import type { Switch } from '../card-settings/settings-fields.ts';
import type { LimitMeasure } from '../limits/limit.ts';
import type { RestrictionType } from '../restrictions/restriction-type.ts';
import type { DeclineReason } from './decline-reasons.ts';
import type { ExplainableDecision, SawFacts } from './explainable-decision.ts';
import { sawMinor, sawRefusing, sawSwitches, sawText } from './saw.ts';

/** A change that would have made the rule pass the message. */
export type Remedy =
  | {
      readonly kind:
        | 'right-form'
        | 'known-card'
        | 'whole-number'
        | 'own-reference'
        | 'no-reversal'
        | 'own-token'
        | 'active-token'
        | 'valid-token'
        | 'some-amount';
    }
  | { readonly kind: 'token-merchant' | 'token-category' | 'token-country'; readonly value: string | undefined }
  | { readonly kind: 'unblocked' | 'active-card' | 'valid-card' }
  | { readonly kind: 'expiry'; readonly month: string }
  | { readonly kind: 'sequence'; readonly number: string }
  | { readonly kind: 'currency'; readonly number: string }
  | { readonly kind: 'without-restrictions'; readonly types: readonly RestrictionType[] }
  | { readonly kind: 'listed-country'; readonly country: string }
  | { readonly kind: 'switched-on'; readonly switches: readonly Switch[] }
  | { readonly kind: 'allowed-merchants'; readonly category: string }
  | { readonly kind: 'use-abroad'; readonly country: string | undefined }
  | { readonly kind: 'at-most' | 'limit' | 'more-available'; readonly minor: bigint }
  | { readonly kind: 'own-limit'; readonly measure: LimitMeasure; readonly value: bigint }
  | { readonly kind: 'window-over'; readonly at: string };

/** Returns the remedies. Any single one of them would have satisfied the rule that refused. */
export function remediesOf(reason: DeclineReason, saw: SawFacts, decision: ExplainableDecision): Remedy[] {
  const simple = SIMPLE[reason];
  if (simple !== undefined) return [{ kind: simple }];
  switch (reason) {
    case 'EXPIRY_MISMATCH':
      return known(sawText(saw, 'card_expiry'), (month) => ({ kind: 'expiry', month }));
    case 'SEQUENCE_MISMATCH':
      return known(sawText(saw, 'card_sequence'), (number) => ({ kind: 'sequence', number }));
    case 'CURRENCY_MISMATCH':
      return known(sawText(saw, 'account_currency'), (number) => ({ kind: 'currency', number }));
    case 'MERCHANT_GROUP_OFF':
      return known(sawText(saw, 'merchant_category'), (category) => ({ kind: 'allowed-merchants', category }));
    case 'TOKEN_MERCHANT':
      return [{ kind: 'token-merchant', value: sawText(saw, 'merchant_id') }];
    case 'TOKEN_CATEGORY':
      return [{ kind: 'token-category', value: sawText(saw, 'merchant_category') }];
    case 'TOKEN_COUNTRY':
      return [{ kind: 'token-country', value: sawText(saw, 'country') }];
    case 'CP_FOREIGN_OFF':
      return [{ kind: 'use-abroad', country: sawText(saw, 'country') }];
    case 'INSUFFICIENT_FUNDS':
      return fundsRemedies(saw);
    case 'TOKEN_AMOUNT':
    case 'CP_TRANSACTION_LIMIT':
    case 'CNP_TRANSACTION_LIMIT':
    case 'CASH_TRANSACTION_LIMIT':
      return transactionRemedies(saw);
    case 'DAILY_LIMIT':
    case 'MONTHLY_LIMIT':
    case 'LIMIT1':
    case 'LIMIT2':
    case 'LIMIT3':
      return windowRemedies(saw, decision.window_ends[reason]);
    default:
      return reason.startsWith('RESTRICTED_') ? restrictionRemedies(saw) : switchRemedies(saw);
  }
}

type SimpleKind =
  | 'right-form'
  | 'known-card'
  | 'whole-number'
  | 'own-reference'
  | 'no-reversal'
  | 'own-token'
  | 'active-token'
  | 'valid-token'
  | 'some-amount'
  | 'unblocked'
  | 'active-card'
  | 'valid-card';

const SIMPLE: Partial<Record<DeclineReason, SimpleKind>> = {
  FORMAT: 'right-form',
  CARD_NOT_FOUND: 'known-card',
  CARD_AMBIGUOUS: 'whole-number',
  DUPLICATE: 'own-reference',
  REVERSED_BEFORE: 'no-reversal',
  TOKEN_NOT_OF_CARD: 'own-token',
  TOKEN: 'active-token',
  TOKEN_EXPIRED: 'valid-token',
  CARD_BLOCKED: 'unblocked',
  CARD_LOST: 'active-card',
  CARD_STOLEN: 'active-card',
  CARD_CLOSED: 'active-card',
  CARD_EXPIRED: 'valid-card',
  AMOUNT_ZERO: 'some-amount',
};

function known(value: string | undefined, make: (value: string) => Remedy): Remedy[] {
  return value === undefined ? [] : [make(value)];
}

function restrictionRemedies(saw: SawFacts): Remedy[] {
  const types = sawRefusing(saw);
  const country = sawText(saw, 'country');
  if (types.length === 0) return [];
  const lifted: Remedy = { kind: 'without-restrictions', types };
  const byList = types.every((type) => type === 'INTERNATIONAL' || type === 'INTERNATIONAL_SPECIFIC_COUNTRIES');
  return byList && country !== undefined ? [lifted, { kind: 'listed-country', country }] : [lifted];
}

/** Returns a remedy for all switches that were off together, because each of them would have refused the message. */
function switchRemedies(saw: SawFacts): Remedy[] {
  const switches = sawSwitches(saw).flatMap(({ name, state }) => (state === 'OFF' ? [name] : []));
  return switches.length === 0 ? [] : [{ kind: 'switched-on', switches }];
}

function fundsRemedies(saw: SawFacts): Remedy[] {
  const before = sawMinor(saw, 'available_before');
  const after = sawMinor(saw, 'available_after');
  if (before === undefined || after === undefined) return [];
  const more: Remedy = { kind: 'more-available', minor: -after };
  return before > 0n ? [{ kind: 'at-most', minor: before }, more] : [more];
}

function transactionRemedies(saw: SawFacts): Remedy[] {
  const amount = sawMinor(saw, 'amount');
  const limits = [sawMinor(saw, 'limit'), sawMinor(saw, 'cash_limit')].filter((limit) => limit !== undefined);
  const [first] = limits;
  if (first === undefined || amount === undefined) return [];
  const least = limits.reduce((one, other) => (other < one ? other : one), first);
  const higher: Remedy = { kind: 'limit', minor: amount };
  return least > 0n ? [{ kind: 'at-most', minor: least }, higher] : [higher];
}

function windowRemedies(saw: SawFacts, ends: string | undefined): Remedy[] {
  const [limit, before] = [sawMinor(saw, 'limit'), sawMinor(saw, 'counter_before')];
  const after = sawMinor(saw, 'counter_after');
  if (limit === undefined || before === undefined || after === undefined) return [];
  const remaining = limit - before;
  const fitsLimit = after - before <= limit;
  return [
    ...(remaining > 0n ? [{ kind: 'at-most', minor: remaining } as const] : []),
    { kind: 'limit', minor: after },
    ...(fitsLimit && ends !== undefined ? [{ kind: 'window-over', at: ends } as const] : []),
  ];
}
