import type { AccountChange } from '@cardwright/server/internal/issuing/accounts/index';
import type { StandingApproval } from '@cardwright/server/internal/issuing/authorization/decision/account-state';
import type { Decision } from '@cardwright/server/internal/issuing/authorization/decision/decide';
import type {
  AccountFacts,
  AuthorizationFacts,
  AuthorizationMessage,
  CardFacts,
  PartnerFact,
} from '@cardwright/server/internal/issuing/authorization/decision/facts';
import type { HistoricalMessage } from '@cardwright/server/internal/issuing/authorization/history/historical-message';
import type {
  EndingKind,
  HistoricalCard,
} from '@cardwright/server/internal/issuing/authorization/history/historical-state';
import type { Ending, Reservation } from '@cardwright/server/internal/issuing/authorization/records/reservation';
import type { StoredSettings } from '@cardwright/server/internal/issuing/card-settings/card-settings';
import type { SettingsResponse } from '@cardwright/server/internal/issuing/card-settings/settings-response';
import { requireValue } from '@cardwright/server/internal/platform/kernel/required';
import { OWN_PRODUCT } from '../../world/model/model-own.ts';
import type { ModelPartner } from '../../world/model/model-partner.ts';
import { REVERSED_BEFORE_MS } from '../../world/model/model-trace.ts';
import type { AccountLife, Step } from '../../world/operation.ts';
import { describeFindings, reportRestrictions } from '../report-checks.ts';
import { describeMoment, type MomentOfLife } from '../say-moment.ts';
import type { Engine, EngineBank } from './engine-bank.ts';
import { EngineLimits } from './engine-limits.ts';
import { engineMessageOf } from './engine-message.ts';
import { EngineOwn } from './engine-own.ts';
import { editionOf, programVersionOf } from './engine-past.ts';
import { controlsChange, NO_TOKENS, tokenFactOf } from './engine-token.ts';

/** The approval code of every approval. */
export const APPROVAL_CODE = '042137';

type Of<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>;

/** An event in the history of an account. */
export type PastEvent = { readonly at: Date } & (
  | { readonly change: AccountChange; readonly past?: undefined }
  | { readonly past: HistoricalMessage; readonly decision: Decision; readonly change?: undefined }
);

/** An earlier authorization, as the server would store it. */
interface StoredAuthorization {
  reservation: Reservation;
  standing: StandingApproval;
  readonly countedAt: Date;
  readonly key: bigint;
}

/** An account for the engine: variables replace the tables that the server uses. */
export class EngineAccount {
  account: AccountFacts;
  stored: StoredSettings;
  reservedMinor = 0n;
  readonly cards: CardFacts[];
  /** The history of accounts that have a backtest at the end. */
  readonly past: PastEvent[] = [];
  /** The state at moments in between. */
  readonly moments: MomentOfLife[] = [];
  readonly endingKinds = new Map<bigint, EndingKind[]>();
  /** The rules, lists and programs of its bank. */
  readonly own: EngineOwn | undefined;
  readonly limits: EngineLimits;
  /** Where its cards have paid. */
  readonly #paid = new Set<string>();
  readonly #hasPast: boolean;
  readonly #engine: Engine;
  readonly #at: EngineBank;
  readonly #authorizations: StoredAuthorization[] = [];
  /** For each card: when its status changed, and how often its restrictions did. */
  readonly #marks: Pick<HistoricalCard, 'statusChangedAt' | 'restrictionsVersion'>[];

  constructor(engine: Engine, at: EngineBank, life: AccountLife) {
    this.#engine = engine;
    this.#at = at;
    this.#hasPast = life.proposal !== undefined;
    this.own = life.hasOwn ? new EngineOwn(engine, at.bank.currency.exponent) : undefined;
    this.limits = new EngineLimits(engine, this, at.bank.calendar);
    this.stored = life.settings;
    this.account = {
      accountId: 3n,
      currency: at.bank.currency,
      availableMinor: BigInt(life.availableMinor),
      fundsCheck: life.fundsCheck,
      settings: engine.toCardSettings(life.settings, at.bank.currency.exponent),
      counters: engine.NO_COUNTERS,
    };
    this.cards = life.expiries.map((expiry, cardId) => ({
      cardId: BigInt(cardId),
      status: 'ACTIVE',
      expiry,
      sequenceNumber: life.sequence,
      earlier: undefined,
      restrictions: [],
      traits: {
        createdAt: new Date(life.cardsSinceMs),
        product: life.hasOwn ? OWN_PRODUCT : '',
        role: cardId === 0 ? 'P' : 'S',
      },
    }));
    const statusChangedAt = new Date(0);
    this.#marks = life.expiries.map(() => ({ statusChangedAt, restrictionsVersion: 0 }));
  }

  get exponent(): number {
    return this.account.currency.exponent;
  }

  card(at: number): CardFacts {
    return requireValue(this.cards[at], 'a card');
  }

  authorize(step: Of<'authorize'>, now: Date): Decision {
    const { obstacle, partner } = step;
    const { own } = this;
    const token = tokenFactOf(step.message);
    if (token !== undefined) this.note(now, controlsChange(step.card, token));
    const facts: AuthorizationFacts = {
      bank: this.#at.bank,
      matches: obstacle === 'CARD_NOT_FOUND' ? 0 : obstacle === 'CARD_AMBIGUOUS' ? 2 : 1,
      card: this.cards[step.card],
      account: this.#accountAt(now),
      conflicts: obstacle === 'DUPLICATE',
      token,
      reversedBefore: obstacle === 'REVERSED_BEFORE' ? new Date(now.getTime() - REVERSED_BEFORE_MS) : undefined,
      ownRules: own?.rules(),
      lists: own?.lists(),
      sharedLimits: this.limits.shared(now),
      paidMerchants: this.#paid,
      approvalCode: APPROVAL_CODE,
      partner: partner === undefined ? undefined : partnerFact(this.#engine, partner),
    };
    const message = engineMessageOf(this.#at, step);
    const decision = this.#engine.decide(facts, message, now);
    const { after, usedSwitches: spent, countingKey: counted } = decision;
    this.#engine.recordPaidMerchant(this.#paid, facts.card, message, decision);
    this.limits.storeShared(decision.sharedLimits);
    if (this.#hasPast && obstacle === undefined) this.#storeDecision(step, message, decision, now);
    const isApproved = decision.actionCode === '00';
    this.#authorizations[step.number] = {
      reservation: { state: isApproved ? 'A' : 'D', reservedMinor: decision.reserveMinor },
      standing: { countingKey: counted, minor: decision.reserveMinor },
      countedAt: now,
      key: BigInt(step.number),
    };
    if (after === undefined) return decision;
    this.account = after;
    this.reservedMinor += decision.reserveMinor;
    if (spent.length > 0) {
      this.stored = this.#engine.applyPatch(this.stored, this.#engine.patchOfSpent(spent));
    }
    return decision;
  }

  /** The account with the values that its program provides. */
  #accountAt(now: Date): AccountFacts {
    if (this.own === undefined) return this.account;
    const program = this.own.programAt(now);
    const settings = this.#engine.toCardSettings(
      this.#engine.withDefaults(this.stored, program, this.exponent),
      this.exponent,
    );
    const named = program && { productCode: OWN_PRODUCT, version: program.version };
    return { ...this.account, settings, program: named, limits: this.limits.inForce(now) };
  }

  #storeDecision(step: Of<'authorize'>, message: AuthorizationMessage, decision: Decision, now: Date): void {
    const { trace } = decision;
    const historical: HistoricalMessage = {
      key: BigInt(step.number),
      cardId: BigInt(step.card),
      message,
      decidedAt: now,
      approvalCode: APPROVAL_CODE,
      edition: editionOf(trace) ?? this.own?.edition ?? 0,
      programVersion: programVersionOf(trace),
      partner: this.#engine.partnerOfTrace(trace),
      sharedLimitsAt: this.#engine.sharedLimitsAt(JSON.stringify(trace)),
      token: this.#engine.tokenOfTrace(JSON.stringify(trace)),
    };
    this.past.push({ at: now, past: historical, decision });
  }

  /** @param isClose whether to include the changed fields */
  update({ patch }: Of<'update'>, now: Date, isClose: boolean): string {
    const { stored, exponent } = this;
    const { bank } = this.#at;
    const sentSettings = this.#engine.settingsSent({ ...patch, unknownMember: 'ignored' });
    const program = this.own?.programAt(now);
    const faults = this.#engine.findPatchFaults(sentSettings, { bank, now, exponent, stored, program });
    if (faults.length > 0) return describeFindings(faults, 'cardSettings');
    const before = isClose ? this.#settingsResponse(now) : {};
    const parsedPatch = asStored(this.#engine.toPatch(sentSettings as StoredSettings, { bank, stored, exponent, now }));
    this.stored = this.#engine.applyPatch(stored, parsedPatch);
    this.account = { ...this.account, settings: this.#engine.toCardSettings(this.stored, exponent) };
    this.note(now, { kind: 'SETTINGS', patch: parsedPatch });
    const changedNames = isClose ? this.#engine.changedFields(before, this.#settingsResponse(now)) : [];
    const warned = this.#engine.findUnavailableSettings(sentSettings, bank).map(({ path, rule }) => `${path} ${rule}`);
    return ['done', changedNames, ...warned].join(' ').replaceAll('body.cardSettings.', '');
  }

  /** The stored settings with the values that the program provides. */
  storedAt(now: Date): StoredSettings {
    return this.#engine.withDefaults(this.stored, this.own?.programAt(now), this.exponent);
  }

  #settingsResponse(now: Date): SettingsResponse {
    const { exponent } = this;
    const { counters } = this.account;
    const stored = this.storedAt(now);
    const flags = { canActivate: true, permissions: [] };
    return this.#engine.toSettingsResponse({ stored, counters, exponent, flags }, this.#at.bank, now);
  }

  restrict({ card: at, request }: Of<'restrict'>, now: Date): string {
    const { type, isAllowed, endDate, countries } = request;
    const body = { restriction: { restriction_type: type, isAllowed, end_date: endDate, allowed_values: countries } };
    const today = this.#at.bank.calendar.localDate(now);
    const faults = [...this.#engine.countryFindings(body), ...this.#engine.endDateFindings(body, today)];
    if (faults.length > 0) return describeFindings(faults, 'restriction');
    const card = this.card(at);
    if (this.#engine.isFinal(card.status)) return 'refused';
    const order = { type, isAllowed, endDate, allowedValues: countries };
    const restriction = asStored(this.#engine.toRestriction(order, this.#at.bank.calendar));
    const restrictions = this.#engine.addRestriction(card.restrictions, restriction, now);
    this.cards[at] = { ...card, restrictions };
    this.#mark(at, { restrictionsVersion: (this.#marks[at]?.restrictionsVersion ?? 0) + 1 });
    this.note(now, { kind: 'RESTRICTION', cardId: String(at), restriction });
    return reportRestrictions(restrictions.map(({ endsAtMs, ...rest }) => ({ ...rest, endMs: endsAtMs })));
  }

  become({ card: at, status }: Of<'status'>, now: Date): string {
    const card = this.card(at);
    if (!this.#engine.mayBecome(card.status, status)) return 'refused';
    this.cards[at] = { ...card, status };
    this.#mark(at, { statusChangedAt: now });
    this.note(now, { kind: 'CARD_STATUS', cardId: String(at), status });
    return 'done';
  }

  renew({ card: at, months, isReplaced }: Of<'renew'>, now: Date): string {
    const card = this.card(at);
    const sequenceNumber = this.#engine.nextSequenceNumber(card.sequenceNumber);
    if (sequenceNumber === undefined) return 'refused';
    const expiry = this.#engine.nextExpiry(card.expiry, this.#at.bank.calendar.localDate(now), months);
    const earlier = isReplaced ? null : { expiry: card.expiry, sequenceNumber: card.sequenceNumber };
    this.cards[at] = { ...card, expiry, sequenceNumber, earlier: earlier ?? undefined };
    if (isReplaced) this.#mark(at, { statusChangedAt: now });
    this.note(now, { kind: 'CARD_RENEWED', cardId: String(at), expiry, sequenceNumber, earlier });
    return `${expiry} ${sequenceNumber}`;
  }

  reverse({ number, minor }: Of<'reverse'>, now: Date): string {
    const authorization = requireValue(this.#authorizations[number], 'an authorization');
    const amount = minor === undefined ? undefined : BigInt(minor);
    return this.#end(authorization, 'REVERSAL', this.#engine.planReversal(authorization.reservation, amount), now);
  }

  complete({ number, minor }: Of<'complete'>, now: Date): string {
    const authorization = requireValue(this.#authorizations[number], 'an authorization');
    const amount = minor === undefined ? undefined : BigInt(minor);
    return this.#end(authorization, 'COMPLETION', this.#engine.planCompletion(authorization.reservation, amount), now);
  }

  expire(number: number, now: Date): string {
    const authorization = requireValue(this.#authorizations[number], 'an authorization');
    return this.#end(authorization, 'EXPIRY', this.#engine.planExpiry(authorization.reservation), now);
  }

  #end(authorization: StoredAuthorization, kind: EndingKind, ending: Ending | string, now: Date): string {
    if (typeof ending === 'string') return `refused: ${ending}`;
    this.endingKinds.set(authorization.key, [...(this.endingKinds.get(authorization.key) ?? []), kind]);
    authorization.reservation = { state: ending.state, reservedMinor: ending.reservedMinor };
    this.reservedMinor += ending.funds.reservedMinor;
    const change = this.#engine.toChange({ message_key: authorization.key }, ending) as Counted;
    this.note(now, change);
    const ended = {
      availableMinor: ending.funds.availableMinor,
      countedBackMinor: BigInt(change.countedBackMinor),
    };
    const times = { standing: authorization.standing, countedAt: authorization.countedAt, now };
    authorization.standing = {
      ...authorization.standing,
      minor: authorization.standing.minor - ending.funds.availableMinor,
    };
    this.limits.releaseUse(times.standing, ending.funds.availableMinor, times);
    const account = { ...this.account, limits: this.limits.inForce(now) };
    this.account = this.#engine.afterReservation(account, ended, this.#at.bank, times);
    return `${ending.state} ${ending.amountMinor}, ${ending.reservedMinor} left`;
  }

  /** Records the current state, for a later query of the account's history. */
  recordMoment(now: Date): void {
    if (!this.#hasPast) return;
    const { account, reservedMinor, stored: storedSettings, own } = this;
    const entries = this.cards.map(({ cardId, status, expiry, sequenceNumber }, at): [bigint, HistoricalCard] => {
      const { statusChangedAt, restrictionsVersion } = requireValue(this.#marks[at], 'the marks of a card');
      return [cardId, { status, expiry, sequenceNumber, statusChangedAt, restrictionsVersion }];
    });
    const cards = new Map(entries);
    const { availableMinor, counters } = account;
    const limits = this.limits.inForce(now) ?? this.#engine.NO_LIMITS;
    const state = { availableMinor, reservedMinor, counters, storedSettings, limits, cards, ...NO_TOKENS };
    const program = own?.programAt(now);
    const description = describeMoment(this.#engine, state, { now, program, exponent: this.exponent });
    this.moments.push({ events: this.past.length, programs: own?.programs.length ?? 0, at: now, description });
  }

  #mark(at: number, mark: Partial<HistoricalCard>): void {
    this.#marks[at] = { ...requireValue(this.#marks[at], 'the marks of a card'), ...mark };
  }

  credit(minor: number, now: Date): void {
    this.note(now, { kind: 'FUNDS', availableMinor: String(minor) });
    this.account = { ...this.account, availableMinor: this.account.availableMinor + BigInt(minor) };
  }

  note(at: Date, change: AccountChange): void {
    if (this.#hasPast) this.past.push({ at, change: asStored(change) });
  }

  /** Reloads the stored values, as a server does that has not used the account before. */
  reload(): void {
    const { counters } = this.account;
    const settings = this.#engine.toCardSettings(this.stored, this.exponent);
    // An account has no stored counters before its first message.
    const stored =
      counters === this.#engine.NO_COUNTERS && this.#authorizations.length === 0
        ? ''
        : this.#engine.writeCounters(counters);
    this.account = { ...this.account, settings, counters: this.#engine.readCounters(stored) };
    this.limits.reload();
  }
}

function partnerFact(engine: Engine, partner: ModelPartner): PartnerFact {
  const { answer, actionCode, reason, afterMs, untilMs, approveUpTo, perDay } = partner;
  if (answer === 'WOULD_BE_ASKED') return engine.PARTNER_OF_PREVIEW;
  const until = untilMs === undefined ? undefined : new Date(untilMs);
  return { answer, actionCode, reason, afterMs, until, standIn: { approveUpTo, perDay: perDay ?? null } };
}

/** Returns the value in the form that it has after storing and loading. */
function asStored<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

type Counted = Extract<AccountChange, { kind: 'RESERVATION_ENDED' }>;
