import type { LiveCardStatus } from '@cardwright/contract';
import type { Currency } from '../../../platform/kernel/money.ts';
import { requireValue } from '../../../platform/kernel/required.ts';
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
import { allLimitsOfPrograms, limitsOfProgram } from '../../limits/configured-limits.ts';
import { type Limit, NO_LIMITS, orNone, putLimit, removeLimit } from '../../limits/limit.ts';
import { isOfProvisionings } from '../../limits/limit-measure.ts';
import { SINGLE_USE_TERMS, singleUseOf } from '../../limits/single-use-limit.ts';
import { type StoredLimit, toLimit } from '../../limits/stored-limits.ts';
import { addRestriction, type Restriction, toRestriction } from '../../restrictions/restriction.ts';
import { withProposedRules } from '../../rules/bank-rules.ts';
import type { ControlsOfToken } from '../../tokens/controls/controls-of-token.ts';
import { afterReservation, type StandingApproval } from '../decision/account-state.ts';
import { type Decision, decide } from '../decision/decide.ts';
import { type AccountFacts, type BankFacts, type CardFacts, NO_TRAITS } from '../decision/facts.ts';
import { recordPaidMerchant } from '../decision/paid-merchants.ts';
import { type HistoricalMessage, NO_RULES_OR_LISTS, type Unchanging } from './historical-message.ts';
import {
  isProposed,
  isProposedLimit,
  isProposedToken,
  type LimitProposal,
  type ProgramHistory,
  type Proposal,
  proposedVersion,
  type TokenProposal,
  withoutProposedFields,
} from './proposed.ts';

/**
 * Decides the past of an account again (docs/interface/decision.md#backtest). Pure: applies changes and messages in the order
 * in which they took effect, each at its own time. Starts from the opening of the account and derives the facts for each
 * decision.
 */
export interface Replay {
  account: AccountFacts;
  /** The settings of `account` in stored form. */
  storedSettings: StoredSettings;
  readonly cards: Map<bigint, CardFacts>;
  /** Controls of tokens, by reference. */
  readonly tokenControls: Map<string, ControlsOfToken>;
  /** Time of each approved message, and what remains of it, by message key. */
  readonly approved: Map<bigint, StandingApproval & { readonly at: Date }>;
  /** The merchants at which its cards have paid. */
  readonly paidMerchants: Set<string>;
  proposal: Proposal | undefined;
  readonly unchanging: Unchanging;
  /** All versions of its product's program, newest first. */
  readonly programs: ProgramHistory | undefined;
  /** The limits of all program versions. Limits from before the replayed period count under them. */
  readonly allProgramLimits: readonly Limit[];
  program: Program | undefined;
}

export function openReplay(
  accountId: bigint,
  currency: Currency,
  programs?: ProgramHistory,
  unchanging: Unchanging = NO_RULES_OR_LISTS,
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
    storedSettings: {},
    cards: new Map(),
    tokenControls: new Map(),
    approved: new Map(),
    paidMerchants: new Set(),
    proposal: undefined,
    unchanging,
    programs,
    allProgramLimits: allLimitsOfPrograms(programs?.versions ?? [], currency.exponent),
    program: undefined,
  };
}

/** Puts the proposal into force. */
export function propose(replay: Replay, proposal: Proposal, bank: BankFacts, now: Date): void {
  replay.proposal = proposal;
  if (isProposedProgram(replay)) setProgram(replay, proposedVersion(proposal, now));
  setSettings(replay, applyPatch(replay.storedSettings, proposal.patch));
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

function setTokenControls({ tokenControls }: Replay, reference: string, controls?: ControlsOfToken | null): void {
  if (controls == null) tokenControls.delete(reference);
  else tokenControls.set(reference, controls);
}

function proposeForCard(replay: Replay, card: CardFacts, { calendar }: BankFacts, now: Date): void {
  const ofCard = (replay.proposal?.restrictions ?? []).filter(
    ({ cardId }) => cardId === undefined || cardId === card.cardId,
  );
  const restrictions = ofCard.reduce(
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
      setSettings(replay, applyPatch(replay.storedSettings, withoutProposedFields(replay.proposal, change.patch)));
      return;
    case 'LIMIT':
      setRealLimit(replay, change);
      return;
    case 'TOKEN_CONTROLS':
      if (isProposedToken(replay.proposal, change.reference)) return;
      setTokenControls(replay, change.reference, change.controls as ControlsOfToken | null);
      return;
    case 'PROVISIONING':
      // no payment depends on limits that count requests for tokens
      return;
    case 'RESERVATION_ENDED':
      endReservation(replay, change, bank, at);
  }
}

function setRealLimit(replay: Replay, { limit: storedLimit, isSet }: Extract<AccountChange, { kind: 'LIMIT' }>): void {
  const limit = toLimit(storedLimit as StoredLimit);
  if (isOfProvisionings(limit)) return;
  const { proposal } = replay;
  if (proposal?.limits.some((one) => isProposedLimit(one, limit))) return;
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
  setSettings(replay, replay.storedSettings);
  const { programs, account } = replay;
  const programVersion =
    program === undefined || programs === undefined
      ? undefined
      : { productCode: programs.productCode, version: program.version };
  const programLimits = limitsOfProgram(program, account.currency.exponent).paymentLimits;
  const limits = orNone({ ...(account.limits ?? NO_LIMITS), programLimits });
  replay.account = { ...replay.account, program: programVersion, limits };
}

function setSettings(replay: Replay, settings: StoredSettings): void {
  const { account } = replay;
  replay.storedSettings = settings;
  const { exponent } = account.currency;
  replay.account = { ...account, settings: toCardSettings(withDefaults(settings, replay.program, exponent), exponent) };
}

function cardOf(cards: ReadonlyMap<bigint, CardFacts>, cardId: bigint): CardFacts {
  return requireValue(cards.get(cardId), 'a card that the account had before its change');
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
  const ending = {
    availableMinor: BigInt(change.availableMinor),
    countedBackMinor: BigInt(change.countedBackMinor),
  };
  const { account } = replay;
  const limits = account.limits ?? NO_LIMITS;
  // a version that does not apply now may have counted it, or the message was not decided again
  const programLimits = [...replay.allProgramLimits, ...(limits.programLimits ?? [])];
  const withAllLimits = { ...account, limits: { ...limits, programLimits } };
  const after = afterReservation(withAllLimits, ending, bank, { standing, countedAt: standing.at, now });
  replay.account = {
    ...after,
    limits: orNone({ ...(after.limits ?? NO_LIMITS), programLimits: limits.programLimits }),
  };
  replay.approved.set(key, { ...standing, minor: standing.minor - ending.availableMinor });
}

/** The facts of a message on the current state of the replay, with the program that was in force. */
export function factsOfReplay(replay: Replay, message: HistoricalMessage, bank: BankFacts) {
  if (!isProposedProgram(replay)) {
    setProgram(
      replay,
      replay.programs?.versions.find(({ version }) => version === message.programVersion),
    );
  }
  return {
    bank,
    matches: 1,
    card: replay.cards.get(message.cardId),
    account: { ...replay.account, exceptions: message.exception && [message.exception] },
    conflicts: false,
    reversedBefore: message.reversedBefore,
    token: message.token && {
      ...message.token,
      controls: replay.tokenControls.get(message.token.reference.toLowerCase()),
    },
    ownRules: withProposedRules(replay.unchanging.ownRules(message), replay.proposal?.rules ?? []),
    lists: replay.unchanging.lists(message),
    sharedLimitsAt: message.sharedLimitsAt,
    paidMerchants: replay.paidMerchants,
    approvalCode: message.approvalCode,
    partner: message.partner,
  };
}

/** Decides a message again on the current state of the replay, and applies an approval to it. */
export function decideAgain(replay: Replay, message: HistoricalMessage, bank: BankFacts): Decision {
  const facts = factsOfReplay(replay, message, bank);
  const decision = decide(facts, message.message, message.decidedAt);
  const { after, usedSwitches, countingKey } = decision;
  recordPaidMerchant(replay.paidMerchants, facts.card, message.message, decision);
  if (after !== undefined) replay.account = after;
  if (decision.actionCode === '00') {
    replay.storedSettings = applyPatch(replay.storedSettings, patchOfSpent(usedSwitches));
    replay.approved.set(message.key, { at: message.decidedAt, countingKey, minor: message.message.billingMinor });
  }
  return decision;
}
