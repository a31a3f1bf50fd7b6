import type { RestrictionType, Switch } from '@cardwright/contract';
import { Temporal } from 'temporal-polyfill';
import type { ModelBank } from './model-banks.ts';
import { localDay, type ModelWindow, midnight, windowAt } from './model-calendar.ts';
import { countriesOf, type ModelMessage } from './model-message.ts';
import {
  type ModelRestriction,
  modelCoveringSwitches,
  refusingForeignUse,
  refusingGroup,
  refusingRestriction,
  refusingSwitch,
  transactionLimits,
  WINDOW_LIMITS,
} from './model-rules.ts';
import { type ModelSettings, NO_MODEL_SETTINGS, type Patch, patched, readSwitch } from './model-settings.ts';

const RESERVED_MS = 7 * 86_400_000;

export type ModelCardStatus = 'ACTIVE' | 'BLOCKED';

interface ModelCard {
  /** YYMM */
  readonly expiry: string;
  status: ModelCardStatus;
  readonly restrictions: ModelRestriction[];
}

export interface ModelDecision {
  readonly code: string;
  readonly reason: string;
}

type ReservationState = 'DECLINED' | 'RESERVED' | 'REVERSED' | 'COMPLETED' | 'EXPIRED';

interface ModelAuthorization {
  readonly card: number;
  readonly message: ModelMessage;
  readonly decision: ModelDecision;
  readonly atMs: number;
  /** What the counters hold of it. */
  countedMinor: number;
  reservedMinor: number;
  state: ReservationState;
}

/** A restriction as it is asked for. */
export interface RestrictionRequest {
  readonly type: RestrictionType;
  readonly isAllowed?: boolean;
  /** YYYY-MM-DD */
  readonly endDate?: string;
  readonly countries?: string;
}

const CODE_OF: Readonly<Record<string, string>> = {
  DUPLICATE: '94',
  CARD_BLOCKED: '62',
  CARD_EXPIRED: '54',
  EXPIRY_MISMATCH: '54',
  SEQUENCE_MISMATCH: '05',
  CURRENCY_MISMATCH: '12',
  AMOUNT_ZERO: '13',
  INSUFFICIENT_FUNDS: '51',
};

function codeOf(reason: string): string {
  if (reason.startsWith('RESTRICTED_')) return '62';
  if (reason.endsWith('_OFF')) return '57';
  return CODE_OF[reason] ?? '61';
}

/**
 * One account with its cards, as docs/interface/decision.md, card-settings.md, restrictions.md and reservations.md
 * describe it. It shares no code with what it checks: the server keeps counters, this adds up what was approved.
 */
export class ModelAccount {
  readonly bank: ModelBank;
  readonly cards: readonly ModelCard[];
  readonly authorizations: ModelAuthorization[] = [];
  settings: ModelSettings = NO_MODEL_SETTINGS;
  availableMinor: number;

  constructor(bank: ModelBank, availableMinor: number, expiries: readonly string[]) {
    this.bank = bank;
    this.availableMinor = availableMinor;
    this.cards = expiries.map((expiry) => ({ expiry, status: 'ACTIVE', restrictions: [] }));
  }

  get reservedMinor(): number {
    return this.authorizations.reduce((sum, { reservedMinor }) => sum + reservedMinor, 0);
  }

  /** Whether the update succeeds. */
  update(patch: Patch, nowMs: number): boolean {
    const next = patched(this.settings, patch, nowMs);
    this.settings = next ?? this.settings;
    return next !== undefined;
  }

  /** Whether the restriction is accepted. */
  restrict(card: number, { type, isAllowed, endDate, countries }: RestrictionRequest, nowMs: number): boolean {
    const { zone } = this.bank;
    const hasList = type === 'INTERNATIONAL_SPECIFIC_COUNTRIES';
    const listed = (countries ?? '').trim() === '' ? [] : countriesOf(countries!);
    if (listed === undefined || (!hasList && countries !== undefined)) return false;
    // a list without countries lifts the one before; there is none of them to refuse
    if (hasList && listed.length === 0 && isAllowed === false) return false;
    const last = endDate === undefined ? undefined : Temporal.PlainDate.from(endDate);
    if (last !== undefined && Temporal.PlainDate.compare(last, localDay(nowMs, zone)) < 0) return false;
    const endMs = last === undefined ? {} : { endMs: midnight(last.add({ days: 1 }), zone) };
    this.cards[card]!.restrictions.push({ type, isAllowed: isAllowed ?? hasList, countries: listed, ...endMs });
    return true;
  }

  authorize(card: number, message: ModelMessage, nowMs: number): ModelDecision {
    const reason = this.#refusal(card, message, nowMs);
    const decision = reason === undefined ? { code: '00', reason: 'APPROVED' } : { code: codeOf(reason), reason };
    const minor = reason === undefined ? message.minor : 0;
    if (reason === undefined) {
      this.availableMinor -= minor;
      this.#spend(modelCoveringSwitches(message), nowMs);
    }
    const state = reason === undefined ? 'RESERVED' : 'DECLINED';
    const kept = { card, message, decision, atMs: nowMs, state } as const;
    this.authorizations.push({ ...kept, countedMinor: minor, reservedMinor: minor });
    return decision;
  }

  /** The answer to a message that was sent before: its own, unless the amount is another now. */
  repeat(at: number, minor: number): ModelDecision {
    const { message, decision } = this.authorizations[at]!;
    return message.minor === minor ? decision : { code: '94', reason: 'DUPLICATE' };
  }

  #refusal(at: number, message: ModelMessage, nowMs: number): string | undefined {
    const { bank, settings } = this;
    const card = this.cards[at]!;
    if (card.status === 'BLOCKED') return 'CARD_BLOCKED';
    if (nowMs >= endOfMonth(card.expiry, bank.zone)) return 'CARD_EXPIRED';
    if (message.expiry !== card.expiry) return 'EXPIRY_MISMATCH';
    if (message.sequence !== '001') return 'SEQUENCE_MISMATCH';
    if (message.billingCurrency !== bank.currencyNumber) return 'CURRENCY_MISMATCH';
    if (message.minor === 0 || message.acquirerMinor === 0) return 'AMOUNT_ZERO';
    return (
      refusingRestriction(bank, card.restrictions, message, nowMs) ??
      refusingSwitch(settings, message, nowMs) ??
      refusingGroup(settings, message) ??
      refusingForeignUse(bank, settings, message, nowMs) ??
      this.#refusingLimit(message, nowMs) ??
      (message.minor > this.availableMinor ? 'INSUFFICIENT_FUNDS' : undefined)
    );
  }

  #refusingLimit(message: ModelMessage, nowMs: number): string | undefined {
    const { limits } = this.settings;
    const over = transactionLimits(message).find(([field]) => message.minor > (limits[field] ?? message.minor));
    if (over !== undefined) return over[1];
    const counters = this.counters(nowMs);
    return WINDOW_LIMITS.find(([field], at) => {
      const most = limits[field];
      return most !== undefined && counters[at]!.minor + message.minor > most;
    })?.[1];
  }

  #spend(names: readonly Switch[], nowMs: number): void {
    const { switches } = this.settings;
    const spent = names.filter((name) => readSwitch(switches[name], nowMs) === 'ON_FOR_ONE');
    const off = Object.fromEntries(spent.map((name) => [name, { status: 'OFF' as const }]));
    this.settings = { ...this.settings, switches: { ...switches, ...off } };
  }

  /** Daily, monthly, and counters 1 to 3: what was approved since their windows began, and when these end. */
  counters(nowMs: number): { minor: number; endMs: number | undefined }[] {
    const windows: ModelWindow[] = ['DAILY', 'MONTHLY', ...this.bank.windows];
    return windows.map((window) => {
      const { startMs, endMs } = windowAt(window, nowMs, this.bank.zone);
      const counted = this.authorizations.filter(({ atMs }) => atMs >= startMs);
      return { minor: counted.reduce((sum, { countedMinor }) => sum + countedMinor, 0), endMs };
    });
  }

  /** Whether the reversal is accepted; without an amount, it is of all that is still reserved. */
  reverse(at: number, minor?: number): boolean {
    const authorization = this.authorizations[at]!;
    const back = minor ?? authorization.reservedMinor;
    if (authorization.state !== 'RESERVED' || back > authorization.reservedMinor) return false;
    authorization.reservedMinor -= back;
    authorization.countedMinor -= back;
    this.availableMinor += back;
    if (authorization.reservedMinor === 0) authorization.state = 'REVERSED';
    return true;
  }

  /** Whether the completion with that amount is accepted. What counts from now on is the final amount. */
  complete(at: number, minor: number): boolean {
    const authorization = this.authorizations[at]!;
    if (authorization.state !== 'RESERVED' && authorization.state !== 'EXPIRED') return false;
    this.availableMinor += authorization.reservedMinor - minor;
    authorization.countedMinor += minor - authorization.reservedMinor;
    authorization.reservedMinor = 0;
    authorization.state = 'COMPLETED';
    return true;
  }

  /** Reservations that are due. Their funds come back, and they count for nothing any more. */
  due(nowMs: number): ModelAuthorization[] {
    return this.authorizations.filter(({ state, atMs }) => state === 'RESERVED' && nowMs > atMs + RESERVED_MS);
  }

  expire(nowMs: number): void {
    for (const authorization of this.due(nowMs)) {
      this.availableMinor += authorization.reservedMinor;
      authorization.countedMinor -= authorization.reservedMinor;
      authorization.reservedMinor = 0;
      authorization.state = 'EXPIRED';
    }
  }
}

function endOfMonth(expiry: string, zone: string): number {
  const month = Temporal.PlainYearMonth.from(`20${expiry.slice(0, 2)}-${expiry.slice(2)}`);
  return midnight(month.add({ months: 1 }).toPlainDate({ day: 1 }), zone);
}
