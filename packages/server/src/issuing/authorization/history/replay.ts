import type { LiveCardStatus } from '@cardwright/contract';
import type { Currency } from '../../../platform/kernel/money.ts';
import { required } from '../../../platform/kernel/required.ts';
import type { AccountChange } from '../../accounts/index.ts';
import { type Program, withDefaults } from '../../banks/program.ts';
import {
  applyPatch,
  NO_SETTINGS,
  patchOfSpent,
  type StoredSettings,
  toCardSettings,
} from '../../card-settings/card-settings.ts';
import { NO_COUNTERS } from '../../card-settings/counters.ts';
import { everConfigured, limitsOfProgram } from '../../limits/configured-limits.ts';
import type { CountedIn } from '../../limits/counted-in.ts';
import { type Limit, NO_LIMITS, orNone, putLimit, removeLimit } from '../../limits/limit.ts';
import { SINGLE_USE_TERMS, singleUseOf } from '../../limits/single-use-limit.ts';
import { limitOfStored, type StoredLimit } from '../../limits/stored-limits.ts';
import { addRestriction, type Restriction, toRestriction } from '../../restrictions/restriction.ts';
import { withProposed } from '../../rules/bank-rules.ts';
import type { ControlsOfToken } from '../../tokens/controls-of-token.ts';
import {
  afterReservation,
  chargedAccount,
  countedAsStored,
  type StandingApproval,
  spentByTrace,
  standingIn,
} from '../decision/account-state.ts';
import { type Decision, decide } from '../decision/decide.ts';
import { type AccountFacts, type BankFacts, type CardFacts, NO_TRAITS } from '../decision/facts.ts';
import { merchantOfJson, paidAt, recordPaid } from '../decision/paid-merchants.ts';
import { type HistoricalMessage, NOTHING_OWN, type Unchanging } from './historical-message.ts';
import {
  isProposed,
  isProposedLimit,
  isProposedToken,
  type LimitProposal,
  type ProgramHistory,
  type Proposal,
  proposedVersion,
  type TokenProposal,
  withoutProposed,
} from './proposed.ts';

/**
 * Decides the past of an account again (docs/interface/decision.md#backtest). Pure: applies changes and messages in the order
 * in which they took effect, each at its own time. Starts from the opening of the account and derives the facts for each
 * decision.
 */
export interface Replay {
  account: AccountFacts;
  /** The settings of `account` in stored form. */
  stored: StoredSettings;
  readonly cards: Map<bigint, CardFacts>;
  /** Controls of tokens, by reference. */
  readonly tokenControls: Map<string, ControlsOfToken>;
  /** Time of each approved message, and what remains of it, by message key. */
  readonly approved: Map<bigint, StandingApproval & { readonly at: Date }>;
  /** The merchants at which its cards have paid. */
  readonly paid: Set<string>;
  proposal: Proposal | undefined;
  readonly unchanging: Unchanging;
  /** All versions of its product's program, newest first. */
  readonly programs: ProgramHistory | undefined;
  /** The limits of all program versions. Limits from before the replayed period count under them. */
  readonly everConfigured: readonly Limit[];
  program: Program | undefined;
}

export function openReplay(
  accountId: bigint,
  currency: Currency,
  programs?: ProgramHistory,
  unchanging: Unchanging = NOTHING_OWN,
): Replay {
  return {
    account: {
      accountId,
      currency,
      availableMinor: 0n,
      fundsCheck: true,
      settings: NO_SETTINGS,
      counters: NO_COUNTERS,
    },
    stored: {},
    cards: new Map(),
    tokenControls: new Map(),
    approved: new Map(),
    paid: new Set(),
    proposal: undefined,
    unchanging,
    programs,
    everConfigured: everConfigured(programs?.versions ?? [], currency.exponent),
    program: undefined,
  };
}

/** Puts the proposal into force. */
export function propose(replay: Replay, proposal: Proposal, bank: BankFacts, now: Date): void {
  replay.proposal = proposal;
  if (isProposedProgram(replay)) setProgram(replay, proposedVersion(proposal, now));
  setSettings(replay, applyPatch(replay.stored, proposal.patch));
  for (const limit of proposal.limits) {
    if (limit.level === 'account' || limit.cardId !== undefined) proposeLimit(replay, limit, limit.cardId, now);
  }
  for (const token of proposal.tokens ?? []) proposeForToken(replay, token, now);
  for (const card of replay.cards.values()) proposeForCard(replay, card, bank, now);
}

function proposeForToken(replay: Replay, { tokenReference, cardId, ...proposed }: TokenProposal, now: Date): void {
  setTokenControls(replay, tokenReference, proposed.controls);
  const limits = replay.account.limits ?? NO_LIMITS;
  const real = singleUseOf(limits, tokenReference);
  if (real !== undefined) replay.account = { ...replay.account, limits: orNone(removeLimit(limits, real.key)) };
  const limit = { terms: SINGLE_USE_TERMS, level: 'token', cardId, tokenReference } as const;
  if (proposed.isSingleUse) proposeLimit(replay, limit, cardId, now);
}

function setTokenControls(
  { tokenControls }: Replay,
  reference: string,
  controls: ControlsOfToken | null | undefined,
): void {
  if (controls == null) tokenControls.delete(reference);
  else tokenControls.set(reference, controls);
}

function proposeForCard(replay: Replay, card: CardFacts, { calendar }: BankFacts, now: Date): void {
  const own = (replay.proposal?.restrictions ?? []).filter(
    ({ cardId }) => cardId === undefined || cardId === card.cardId,
  );
  const restrictions = own.reduce(
    (entries, { order }) => addRestriction(entries, toRestriction(order, calendar), now),
    card.restrictions,
  );
  replay.cards.set(card.cardId, { ...card, restrictions });
  for (const limit of replay.proposal?.limits ?? []) {
    if (limit.level === 'card' && limit.cardId === undefined) proposeLimit(replay, limit, card.cardId, now);
  }
}

/** Keys of proposed limits start here, above all real keys. */
const FIRST_PROPOSED_KEY = 1_000_000_000;

function proposeLimit(
  replay: Replay,
  { terms, tokenReference }: LimitProposal,
  cardId: bigint | undefined,
  now: Date,
): void {
  const limits = replay.account.limits ?? NO_LIMITS;
  const key = Math.max(FIRST_PROPOSED_KEY - 1, ...limits.limits.map((limit) => Number(limit.key))) + 1;
  const limit = { ...terms, key: String(key), cardId, tokenReference, since: now };
  replay.account = { ...replay.account, limits: putLimit(limits, limit) };
}

/** Applies a change of the account at `at`. */
export function applyChange(replay: Replay, change: AccountChange, bank: BankFacts, at: Date): void {
  const { account, cards } = replay;
  switch (change.kind) {
    case 'OPENED':
      replay.account = { ...account, availableMinor: BigInt(change.availableMinor), fundsCheck: change.fundsCheck };
      return;
    case 'FUNDS':
      replay.account = { ...account, availableMinor: account.availableMinor + BigInt(change.availableMinor) };
      return;
    case 'CARD_ADDED': {
      const { status, expiry, sequenceNumber } = change;
      const cardId = BigInt(change.cardId);
      proposeForCard(
        replay,
        {
          ...{ cardId, status, expiry, sequenceNumber, earlier: undefined, restrictions: [] },
          traits: replay.unchanging.traits.get(cardId) ?? NO_TRAITS,
        },
        bank,
        at,
      );
      return;
    }
    case 'CARD_STATUS':
      setStatus(cards, BigInt(change.cardId), change.status);
      return;
    case 'CARD_RENEWED': {
      const { expiry, sequenceNumber, earlier } = change;
      const card = cardOf(cards, BigInt(change.cardId));
      cards.set(card.cardId, { ...card, expiry, sequenceNumber, earlier: earlier ?? undefined });
      return;
    }
    case 'RESTRICTION':
      addReal(replay, BigInt(change.cardId), change.restriction as Restriction, at);
      return;
    case 'SETTINGS':
      setSettings(replay, applyPatch(replay.stored, withoutProposed(replay.proposal, change.patch)));
      return;
    case 'LIMIT':
      setRealLimit(replay, change);
      return;
    case 'TOKEN_CONTROLS':
      if (isProposedToken(replay.proposal, change.reference)) return;
      setTokenControls(replay, change.reference, change.controls as ControlsOfToken | null);
      return;
    case 'RESERVATION_ENDED':
      endReservation(replay, change, bank, at);
  }
}

function setRealLimit(replay: Replay, { limit: stored, isSet }: Extract<AccountChange, { kind: 'LIMIT' }>): void {
  const limit = limitOfStored(stored as StoredLimit);
  const { proposal } = replay;
  if (proposal?.limits.some((proposed) => isProposedLimit(proposed, limit))) return;
  if (limit.id === SINGLE_USE_TERMS.id && isProposedToken(proposal, limit.tokenReference)) return;
  const before = replay.account.limits ?? NO_LIMITS;
  const after = isSet ? putLimit(before, limit) : removeLimit(before, limit.key);
  replay.account = { ...replay.account, limits: orNone(after) };
}

function isProposedProgram({ proposal, programs }: Replay): boolean {
  return proposal?.program !== undefined && proposal.program.productCode === programs?.productCode;
}

function setProgram(replay: Replay, program: Program | undefined): void {
  if (replay.program === program) return;
  replay.program = program;
  setSettings(replay, replay.stored);
  const { programs, account } = replay;
  const named =
    program === undefined || programs === undefined
      ? undefined
      : { productCode: programs.productCode, version: program.version };
  const given = limitsOfProgram(program, account.currency.exponent).given;
  const limits = orNone({ ...(account.limits ?? NO_LIMITS), given });
  replay.account = { ...replay.account, program: named, limits };
}

function setSettings(replay: Replay, stored: StoredSettings): void {
  const { account } = replay;
  replay.stored = stored;
  const { exponent } = account.currency;
  replay.account = { ...account, settings: toCardSettings(withDefaults(stored, replay.program, exponent), exponent) };
}

function cardOf(cards: ReadonlyMap<bigint, CardFacts>, cardId: bigint): CardFacts {
  return required(cards.get(cardId), 'a card that the account had before its change');
}

function setStatus(cards: Map<bigint, CardFacts>, cardId: bigint, status: LiveCardStatus): void {
  cards.set(cardId, { ...cardOf(cards, cardId), status });
}

function addReal({ cards, proposal }: Replay, cardId: bigint, restriction: Restriction, at: Date): void {
  if (isProposed(proposal, cardId, restriction.type)) return;
  const card = cardOf(cards, cardId);
  cards.set(cardId, { ...card, restrictions: addRestriction(card.restrictions, restriction, at) });
}

/** Ends a reservation that ended in reality. If the replay declined its message, nothing was reserved and nothing ends. */
function endReservation(
  replay: Replay,
  change: Extract<AccountChange, { kind: 'RESERVATION_ENDED' }>,
  bank: BankFacts,
  now: Date,
): void {
  const key = BigInt(change.messageKey);
  const standing = replay.approved.get(key);
  if (standing === undefined) return;
  const ended = {
    availableMinor: BigInt(change.availableMinor),
    countedBackMinor: BigInt(change.countedBackMinor),
  };
  const { account } = replay;
  const limits = account.limits ?? NO_LIMITS;
  // a version that does not apply now may have counted it, or the message was not decided again
  const given = [...replay.everConfigured, ...(limits.given ?? [])];
  const known = { ...account, limits: { ...limits, given } };
  const after = afterReservation(known, ended, bank, { standing, countedAt: standing.at, now });
  replay.account = { ...after, limits: orNone({ ...(after.limits ?? NO_LIMITS), given: limits.given }) };
  replay.approved.set(key, { ...standing, minor: standing.minor - ended.availableMinor });
}

/** The trace step in which a partner's stand-in decided. */
const STAND_IN_STEP = '["PARTNER_STAND_IN"';

/** Applies the stored effect of a decision without making it again. */
export function applyAsStored(
  replay: Replay,
  stored: {
    readonly message_key: bigint;
    readonly billing_minor: bigint;
    readonly decided_at: Date;
    readonly settlement_date: string;
    /** Set only if a switch was on for one message, or if the partner's stand-in approved it. */
    readonly trace: string | null;
    readonly action_code: string;
    readonly counted: CountedIn | null;
    readonly card_id: bigint;
    /** As JSON; set for approvals. */
    readonly merchant: string | null;
  },
  bank: BankFacts,
): void {
  const { message_key: key, billing_minor: minor, decided_at: at, settlement_date: date, trace, counted } = stored;
  replay.account = countedAsStored(replay.account, { counted, minor, at }, bank, replay.everConfigured);
  if (stored.action_code !== '00') return;
  if (stored.merchant !== null) replay.paid.add(paidAt(stored.card_id, merchantOfJson(stored.merchant)));
  const spent = trace === null ? [] : spentByTrace(trace);
  const account = chargedAccount(replay.account, { minor, spent }, bank, at);
  const isStandIn = trace?.includes(STAND_IN_STEP) ?? false;
  replay.account = isStandIn ? standingIn(account, minor, date) : account;
  replay.stored = applyPatch(replay.stored, patchOfSpent(spent));
  replay.approved.set(key, { at, counted, minor });
}

/** Decides a message again on the current state of the replay, and applies an approval to it. */
export function decideAgain(replay: Replay, past: HistoricalMessage, bank: BankFacts): Decision {
  if (!isProposedProgram(replay)) {
    setProgram(
      replay,
      replay.programs?.versions.find(({ version }) => version === past.programVersion),
    );
  }
  const facts = {
    bank,
    matches: 1,
    card: replay.cards.get(past.cardId),
    account: { ...replay.account, exceptions: past.exception && [past.exception] },
    conflicts: false,
    reversedBefore: past.reversedBefore,
    token: past.token && { ...past.token, controls: replay.tokenControls.get(past.token.reference.toLowerCase()) },
    ownRules: withProposed(replay.unchanging.ownRules(past), replay.proposal?.rules ?? []),
    lists: replay.unchanging.lists(past),
    sharedLimitsAt: past.sharedLimitsAt,
    paid: replay.paid,
    approvalCode: past.approvalCode,
    partner: past.partner,
  };
  const decision = decide(facts, past.message, past.decidedAt);
  const { after, spent, counted } = decision;
  recordPaid(replay.paid, facts.card, past.message, decision);
  if (after !== undefined) replay.account = after;
  if (decision.actionCode === '00') {
    replay.stored = applyPatch(replay.stored, patchOfSpent(spent));
    replay.approved.set(past.key, { at: past.decidedAt, counted, minor: past.message.billingMinor });
  }
  return decision;
}
