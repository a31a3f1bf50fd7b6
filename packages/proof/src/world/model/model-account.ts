import type { Switch } from '@cardwright/contract';
import type { AccountBefore, ModelAuthorization } from './model-authorization.ts';
import type { ModelBank } from './model-banks.ts';
import { daysOf, type ModelWindow, type OpenWindow, type ZoneDays } from './model-calendar.ts';
import { ModelCard } from './model-card.ts';
import type { ModelFacts } from './model-condition.ts';
import { APPROVED, declineWith, type MessageObstacle, type ModelDecision } from './model-decision.ts';
import { type EvaluatedModelLimit, isOfMany, type ModelLimitedMessage, ModelLimits } from './model-limits.ts';
import { type ModelMessage, modelFacts } from './model-message.ts';
import type { AssumedRules, ModelOwn, ModelProgram } from './model-own.ts';
import { type ModelPartner, standInPasses, standInReason } from './model-partner.ts';
import { inheriting } from './model-program.ts';
import {
  refusingForeignUse,
  refusingGroup,
  refusingRestriction,
  refusingSwitch,
  transactionLimits,
  WINDOW_LIMITS,
} from './model-rules.ts';
import { type ModelSettings, type Patch, readSwitch, storedSettingsOf } from './model-settings.ts';
import { refusingToken, refusingTokenControls } from './model-token.ts';
import { applyModelPatch } from './model-update.ts';

const NO_LIMITS: ModelProgram['limits'] = [];
const RESERVED_MS = 7 * 86_400_000;

/** A reason to decline a message, before it becomes a decision. */
type Refusal = ModelDecision & { readonly limit?: object };

/**
 * One account with its cards, as docs/interface/decision.md, card-settings.md, restrictions.md and reservations.md
 * describe it. It shares no code with what it checks: the server stores counters, and the model adds up what was
 * approved.
 */
export class ModelAccount {
  readonly bank: ModelBank;
  readonly days: ZoneDays;
  readonly cards: readonly ModelCard[];
  readonly authorizations: ModelAuthorization[] = [];
  readonly limits: ModelLimits;
  readonly fundsCheck: boolean;
  readonly own: ModelOwn | undefined;
  readonly cardsSinceMs: number;
  /** Proposed rules and a proposed program, from when they are in force. */
  assumed: { readonly rules: AssumedRules; readonly program: ModelProgram | undefined } | undefined;
  /** The settings that the account itself has set. */
  settings: ModelSettings;
  availableMinor: number;
  /** The results of shared limits for the latest message that they evaluated. */
  sharedReports: readonly EvaluatedModelLimit[] = [];
  readonly #windows: readonly ModelWindow[];
  /** The last sums, and the first instant at which they are no longer valid. */
  #sums: number[] | undefined;
  #sumsUntilMs = 0;
  /** The index of the first authorization that may hold a reservation. */
  #firstReserved = 0;

  constructor(
    bank: ModelBank,
    availableMinor: number,
    expiries: readonly string[],
    { fundsCheck = true, settings = {}, sequence = '001', own, cardsSinceMs = 0, isReplayed }: AccountBefore = {},
  ) {
    this.bank = bank;
    this.days = daysOf(bank.zone);
    this.limits = new ModelLimits(this.days, this.authorizations, {
      cards: expiries.length,
      inForce: (nowMs) => (this.assumed?.program ?? this.program(nowMs))?.limits ?? NO_LIMITS,
      together: own?.together ?? [],
    });
    if (isReplayed) this.limits.earlierReport = [];
    else own?.together.push(this.authorizations);
    this.availableMinor = availableMinor;
    this.fundsCheck = fundsCheck;
    this.own = own;
    this.cardsSinceMs = cardsSinceMs;
    this.settings = storedSettingsOf(settings);
    this.#windows = ['DAILY', 'MONTHLY', ...bank.windows];
    this.cards = expiries.map((expiry) => new ModelCard(expiry, this.days, sequence));
  }

  card(at: number): ModelCard {
    const card = this.cards[at];
    if (card === undefined) throw new Error(`the account has no card ${at}`);
    return card;
  }

  get reservedMinor(): number {
    return this.authorizations.reduce((sum, { reservedMinor }) => sum + reservedMinor, 0);
  }

  program(nowMs: number): ModelProgram | undefined {
    return this.own?.programAt(nowMs);
  }

  /** The settings with the values that the program provides. */
  settingsAt(nowMs: number): ModelSettings {
    const { settings, own, assumed } = this;
    if (own === undefined) return settings;
    return inheriting(settings, assumed?.program ?? own.programAt(nowMs), this.bank.exponent);
  }

  /** Returns whether the update succeeds. */
  update(patch: Patch, nowMs: number): boolean {
    const next = applyModelPatch(this.settings, patch, nowMs, this.bank, this.program(nowMs));
    this.settings = next ?? this.settings;
    return next !== undefined;
  }

  authorize(
    card: number,
    message: ModelMessage,
    nowMs: number,
    obstacle?: MessageObstacle,
    partner?: ModelPartner,
  ): ModelDecision {
    const refusal: Refusal | undefined =
      obstacle === undefined ? this.#refusal(card, message, nowMs, partner) : declineWith(obstacle);
    const decision: ModelDecision = refusal ?? APPROVED;
    const asMarked = { refusing: refusal?.limit, nowMs };
    const countedBy = this.limits.counting(this.limited(card, message, nowMs), decision.reason, asMarked);
    const minor = refusal === undefined ? message.minor : 0;
    if (refusal === undefined) {
      this.availableMinor -= minor;
      const sums = this.counting(nowMs);
      for (let at = 0; at < sums.length; at++) sums[at] = (sums[at] ?? 0) + minor;
      this.#spend(message.reading.switches, nowMs);
    }
    const isStandIn = refusal === undefined && partner !== undefined && standInReason(partner, nowMs) !== undefined;
    this.authorizations.push({
      card,
      message,
      decision,
      atMs: nowMs,
      state: refusal === undefined ? 'RESERVED' : 'DECLINED',
      countedMinor: minor,
      reservedMinor: minor,
      countedBy,
      ...(isStandIn && { standInDate: this.businessDate(nowMs) }),
    });
    return decision;
  }

  businessDate(nowMs: number): string {
    return this.days.businessDate(nowMs, this.bank.cutOff);
  }

  /** The sum of approvals without the partner decision system on the business date. */
  standInTotal(nowMs: number): number {
    const date = this.businessDate(nowMs);
    let sum = 0;
    for (const { standInDate, message } of this.authorizations) if (standInDate === date) sum += message.minor;
    return sum;
  }

  /** A message in the form that limits use. */
  limited(card: number, message: ModelMessage, nowMs: number): ModelLimitedMessage {
    const { minor, merchantId } = message;
    return { card, minor, merchantId, facts: () => this.facts(card, message, nowMs), lists: this.own?.lists ?? {} };
  }

  /** The facts about a message that conditions use. */
  facts(card: number, message: ModelMessage, nowMs: number): ModelFacts {
    const scale = 10 ** (4 - this.bank.exponent);
    const ofCard = {
      scale,
      sinceMs: this.cardsSinceMs,
      product: this.own?.product ?? '',
      role: card === 0 || this.own?.arePrimary ? 'P' : 'S',
      firstAtMerchant: !this.authorizations.some(
        (one) => one.card === card && one.decision.code === '00' && one.message.merchantId === message.merchantId,
      ),
      limitSum: (name: string) => this.limits.mostUsed(name, card, true, nowMs) * scale,
      limitCount: (name: string) => this.limits.mostUsed(name, card, false, nowMs),
    };
    return modelFacts(this.bank, message, ofCard, nowMs);
  }

  /** The answer to a repeated message: its first answer, unless the amount differs. */
  repeat({ message, decision }: ModelAuthorization, minor: number): ModelDecision {
    return message.minor === minor ? decision : declineWith('DUPLICATE');
  }

  #refusal(at: number, message: ModelMessage, nowMs: number, partner?: ModelPartner): Refusal | undefined {
    this.sharedReports = [];
    const reason = this.#refusalOfInterface(at, message, nowMs);
    if (reason !== undefined) return declineWith(reason);
    const evaluated = this.limits.areAny(nowMs) ? this.limits.evaluate(this.limited(at, message, nowMs), nowMs) : [];
    this.sharedReports = evaluated.filter((one) => isOfMany(one.limit));
    const limit = evaluated.find(({ isOver }) => isOver);
    if (limit !== undefined) {
      const code = limit.limit.measure === 'amount' ? '61' : '65';
      return { code, reason: limit.limit.id, rule: 'LIMITS', limit: limit.mark };
    }
    const declining = this.own?.evaluateRules(
      () => this.facts(at, message, nowMs),
      nowMs,
      this.assumed?.rules,
    )?.declining;
    if (declining !== undefined) return { code: declining.effect, reason: declining.name, rule: 'RULES' };
    if (this.fundsCheck && message.minor > this.availableMinor) return declineWith('INSUFFICIENT_FUNDS');
    return partner === undefined ? undefined : this.#refusalOfPartner(partner, message, nowMs);
  }

  #refusalOfPartner(partner: ModelPartner, { minor }: ModelMessage, nowMs: number): Refusal | undefined {
    if (standInReason(partner, nowMs) !== undefined) {
      const passes = standInPasses(partner, minor, this.standInTotal(nowMs), this.bank.exponent);
      return passes ? undefined : { code: '91', reason: 'PARTNER_STAND_IN', rule: 'PARTNER_STAND_IN' };
    }
    if (partner.answer !== 'DECLINE') return undefined;
    return { code: partner.actionCode ?? '05', reason: 'PARTNER_DECLINED', rule: 'PARTNER_DECISION' };
  }

  #refusalOfInterface(at: number, message: ModelMessage, nowMs: number): string | undefined {
    const card = this.card(at);
    const ofCard = card.refusal(message, nowMs) ?? refusingToken(message);
    if (ofCard !== undefined) return ofCard;
    if (message.billingCurrency !== this.bank.currencyNumber) return 'CURRENCY_MISMATCH';
    if (message.minor === 0 || message.acquirerMinor === 0) return 'AMOUNT_ZERO';
    const settings = this.settingsAt(nowMs);
    return (
      refusingTokenControls(message, nowMs) ??
      refusingRestriction(card.restrictions, message.reading, nowMs) ??
      refusingSwitch(settings, message, nowMs) ??
      refusingGroup(this.bank, settings, message) ??
      refusingForeignUse(settings, message.reading, nowMs) ??
      this.#refusingLimit(settings, message, nowMs)
    );
  }

  #refusingLimit({ limits }: ModelSettings, message: ModelMessage, nowMs: number): string | undefined {
    for (const [field, reason] of transactionLimits(message.reading)) {
      if (message.minor > (limits[field] ?? message.minor)) return reason;
    }
    for (let at = 0; at < WINDOW_LIMITS.length; at++) {
      const [field, reason] = WINDOW_LIMITS[at] as (typeof WINDOW_LIMITS)[number];
      const most = limits[field];
      if (most !== undefined && (this.counting(nowMs)[at] ?? 0) + message.minor > most) return reason;
    }
    return undefined;
  }

  #spend(names: readonly Switch[], nowMs: number): void {
    const { switches } = this.settings;
    const spent = names.filter((name) => readSwitch(switches[name], nowMs) === 'ON_FOR_ONE');
    if (spent.length === 0) return;
    const off = Object.fromEntries(spent.map((name) => [name, { status: 'OFF' as const }]));
    this.settings = { ...this.settings, switches: { ...switches, ...off } };
  }

  /** The windows of the counters that are open: daily, monthly, and those of counters 1 to 3. */
  openWindows(nowMs: number): OpenWindow[] {
    const day = this.days.dayAt(nowMs);
    return this.#windows.map((window) => this.days.window(window, day));
  }

  /** The sums of approvals since the windows of the counters began. */
  counted(nowMs: number): number[] {
    const starts = this.openWindows(nowMs).map(({ startMs }) => startMs);
    return starts.map((startMs) => {
      let sum = 0;
      for (const { atMs, countedMinor } of this.authorizations) if (atMs >= startMs) sum += countedMinor;
      return sum;
    });
  }

  /** The same sums, cached until a window ends. */
  counting(nowMs: number): number[] {
    if (this.#sums !== undefined && nowMs < this.#sumsUntilMs) return this.#sums;
    // The clock never goes back, and the day is the shortest of the windows.
    this.#sumsUntilMs = this.days.midnight(this.days.dayAt(nowMs) + 1);
    this.#sums = this.counted(nowMs);
    return this.#sums;
  }

  /** Daily, monthly, and counters 1 to 3: the sum of approvals since each window began, and the end of the window. */
  counters(nowMs: number): { minor: number; endMs: number | undefined }[] {
    const windows = this.openWindows(nowMs);
    return this.counted(nowMs).map((minor, at) => ({ minor, endMs: windows[at]?.endMs }));
  }

  /** Returns whether the reversal is accepted. Without an amount, it reverses everything that is still reserved. */
  reverse(authorization: ModelAuthorization, minor = authorization.reservedMinor): boolean {
    if (authorization.state !== 'RESERVED' || minor > authorization.reservedMinor) return false;
    authorization.reservedMinor -= minor;
    this.releaseUse(authorization, minor);
    if (authorization.reservedMinor === 0) authorization.state = 'REVERSED';
    return true;
  }

  /**
   * Returns whether the completion is accepted. Without an amount, it completes what is still reserved. From then on,
   * the final amount counts.
   */
  complete(authorization: ModelAuthorization, minor?: number): boolean {
    const { state, reservedMinor } = authorization;
    if (state !== 'RESERVED' && (state !== 'EXPIRED' || minor === undefined)) return false;
    const final = minor ?? reservedMinor;
    this.releaseUse(authorization, reservedMinor - final);
    authorization.reservedMinor = 0;
    authorization.state = 'COMPLETED';
    return true;
  }

  /** Releases an amount that was counted but is not spent. A negative amount adds to the usage. */
  releaseUse(authorization: ModelAuthorization, minor: number): void {
    this.availableMinor += minor;
    authorization.countedMinor -= minor;
    this.#sums = undefined;
  }

  /** Whether a reservation is due. */
  isDue(nowMs: number): boolean {
    const { authorizations } = this;
    while (this.#firstReserved < authorizations.length) {
      const first = authorizations[this.#firstReserved];
      if (first?.state === 'RESERVED') return nowMs > first.atMs + RESERVED_MS;
      this.#firstReserved += 1;
    }
    return false;
  }

  /** Returns a function that restores the current state. */
  store(): () => void {
    const { settings, availableMinor, authorizations } = this;
    const stored = authorizations.map((one) => ({ ...one }));
    return () => {
      this.settings = settings;
      this.availableMinor = availableMinor;
      this.#sums = undefined;
      authorizations.length = stored.length;
      for (const [at, one] of authorizations.entries()) Object.assign(one, stored[at]);
    };
  }

  /** Reservations that are due. */
  due(nowMs: number): ModelAuthorization[] {
    return this.authorizations.filter(({ state, atMs }) => state === 'RESERVED' && nowMs > atMs + RESERVED_MS);
  }

  /** Releases the funds of reservations that are due. They no longer count. */
  expire(nowMs: number): void {
    for (const authorization of this.due(nowMs)) {
      this.releaseUse(authorization, authorization.reservedMinor);
      authorization.reservedMinor = 0;
      authorization.state = 'EXPIRED';
    }
  }
}
