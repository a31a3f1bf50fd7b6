import { requireValue } from '../../../platform/kernel/required.ts';
import { bankFactsOf } from '../decision/bank-facts.ts';
import { type Decision, decide } from '../decision/decide.ts';
import { recordPaidMerchant } from '../decision/paid-merchants.ts';
import type { AuthorizationResponse } from '../message/authorization-response.ts';
import { isSameRequest } from '../message/ecommerce-message.ts';
import { type ResolvedMessage, resolveMessage } from '../message/resolved-message.ts';
import type { PartnerRequest } from '../partner/partner-question.ts';
import type { CodeSupply } from './approval-codes.ts';
import { type BatchAccount, type BatchFacts, identity } from './batch-facts.ts';
import type { BatchPhase } from './batch-meter.ts';
import type { ControlsCache } from './controls-cache.ts';
import type { LaneConnection } from './lane-connection.ts';
import { loadFacts } from './load-facts.ts';
import type { QueueEntry } from './queue-entry.ts';
import { type Conflict, type NewAuthorization, storeDecisions } from './store-decisions.ts';

/** The result of a message that is not decided yet, because the bank's own system must be called first. Nothing is stored. */
export interface PartnerCall {
  readonly partnerRequest: Omit<PartnerRequest, 'deadline' | 'traceParent'>;
}

/** The result of a message whose account another session has locked. The message is retried. */
export const ACCOUNT_LOCKED = Symbol('locked');
/** The result of a message whose entry was settled before the decision. */
export const DEADLINE_PASSED = Symbol('too late');

/** A batch whose decisions are on disk. */
export interface StoredBatch {
  /** One result for each entry, in the order of the entries. */
  readonly results: readonly (AuthorizationResponse | PartnerCall | typeof ACCOUNT_LOCKED | typeof DEADLINE_PASSED)[];
  readonly seconds: Readonly<Record<BatchPhase, number>>;
}

/**
 * Decides a batch in one transaction: locks and facts in one round trip, decisions in order, writes and commit in
 * another. Leaves out accounts that another session has locked.
 * @returns undefined if another server stored one of the messages in the meantime. Then nothing was stored, and the caller
 *   tries the batch again.
 */
export async function runBatch(
  { connection, controls }: { connection: LaneConnection; controls: ControlsCache },
  batch: readonly Pick<QueueEntry, 'request' | 'references' | 'partner' | 'start'>[],
  codes: CodeSupply,
  now: Date,
): Promise<StoredBatch | undefined> {
  const began = performance.now();
  const messages = batch.map(({ request, references, partner }) => resolveMessage(request, references, partner));
  const facts = await loadFacts(connection, controls, messages, now);
  const loadEnd = performance.now();
  const writes = { authorizations: [] as NewAuthorization[], conflicts: [] as Conflict[] };
  const results = batch.map((entry, at) => {
    const message = withStoredKey(requireValue(messages[at], 'the message of an entry of the batch'), facts);
    const replay = replayOf(message, facts);
    if (replay === undefined && message.card !== undefined && !facts.accounts.has(message.accountId))
      return ACCOUNT_LOCKED;
    if (!entry.start()) return DEADLINE_PASSED;
    return replay ?? decideMessage(message, facts, writes, codes, now);
  });
  const repeats = results.some((result) => typeof result === 'object' && 'replayed' in result && result.replayed);
  const decideEnd = performance.now();
  if (!(await storeDecisions(connection, { ...writes, repeats, facts }, now))) return undefined;
  const seconds = {
    facts: (loadEnd - began) / 1_000,
    decide: (decideEnd - loadEnd) / 1_000,
    store: (performance.now() - decideEnd) / 1_000,
  };
  return { results, seconds };
}

/** Gives a message that was stored before a rotation of the content key the key of its stored row. */
function withStoredKey(message: ResolvedMessage, { earlier }: BatchFacts): ResolvedMessage {
  const { bankId, accountId, otherKeys } = message;
  const messageKey = otherKeys.find((key) => earlier.has(identity(bankId, accountId, key)));
  return messageKey === undefined ? message : { ...message, key: messageKey };
}

/** The stored response to a repeated message. It does not change, so it needs no lock of the account. */
function replayOf(
  { request, bankId, accountId, key }: ResolvedMessage,
  { earlier }: BatchFacts,
): AuthorizationResponse | undefined {
  const earlierMessage = earlier.get(identity(bankId, accountId, key));
  if (earlierMessage === undefined || !isSameRequest(earlierMessage.raw, request.raw)) return undefined;
  return { outcome: earlierMessage.outcome, raw: earlierMessage.raw, replayed: true };
}

/** Decides one message on the facts after the earlier messages of the batch. */
function decideMessage(
  message: ResolvedMessage,
  facts: BatchFacts,
  writes: { authorizations: NewAuthorization[]; conflicts: Conflict[] },
  codes: CodeSupply,
  now: Date,
): AuthorizationResponse | PartnerCall {
  const { request, accountId, bankId, partner } = message;
  const same = identity(bankId, accountId, message.key);
  const earlier = facts.earlier.get(same);
  const account = facts.accounts.get(accountId);
  const sharedCounters = facts.sharedCounters.get(bankId);
  const card = message.card === undefined ? undefined : facts.cards.get(message.card.cardId);
  const decision = decide(
    {
      bank: bankFactsOf(request.bank),
      matches: message.matches,
      card,
      account: account?.facts,
      conflicts: earlier !== undefined,
      reversedBefore: facts.reversedBefore.get(message.key),
      token: facts.tokens.get(message.key),
      ownRules: facts.ownRules.get(bankId),
      lists: facts.lists.get(bankId),
      sharedLimits: account?.sharedLimits &&
        sharedCounters && { limits: account.sharedLimits, usage: sharedCounters.usage },
      paidMerchants: facts.paidMerchants,
      approvalCode: codes.peek(bankId),
      partner,
    },
    request.message,
    now,
  );
  if (request.bank?.decisionPartner !== undefined && earlier === undefined && request.message.advice === undefined) {
    const partnerRequest = toPartnerRequest(message, account, decision, now);
    if (partnerRequest !== undefined) return { partnerRequest };
  }
  if (earlier !== undefined) {
    writes.conflicts.push({ message, earlierAt: earlier.at });
  } else {
    if (decision.actionCode === '00') codes.use(bankId);
    writes.authorizations.push({ message, decision, sequence: account?.sequence ?? null });
    if (account !== undefined && decision.after !== undefined) {
      account.facts = decision.after;
      account.sequence += 1n;
    }
    recordPaidMerchant(facts.paidMerchants, card, request.message, decision);
    if (sharedCounters !== undefined && decision.sharedLimits !== undefined)
      sharedCounters.usage = decision.sharedLimits.usage;
    facts.earlier.set(same, { raw: request.raw, outcome: decision, at: now });
  }
  return { outcome: decision, raw: request.raw, replayed: false };
}

/**
 * Returns undefined if no call is needed, for example for a message that would be declined, unless the bank requests a
 * call for every message.
 */
function toPartnerRequest(
  { request, card, key, partner }: ResolvedMessage,
  account: BatchAccount | undefined,
  decision: Decision,
  decidedAt: Date,
): PartnerCall['partnerRequest'] | undefined {
  const { bank, message, raw } = request;
  if (partner !== undefined || card === undefined || account === undefined || bank === undefined) return undefined;
  if (decision.actionCode !== '00' && bank.decisionPartner?.callPolicy !== 'always') return undefined;
  return { bank, card, key, message, raw, decision, currency: account.facts.currency, decidedAt };
}
