import { required } from '../../../platform/kernel/required.ts';
import { bankFactsOf } from '../decision/bank-facts.ts';
import { type Decision, decide } from '../decision/decide.ts';
import { recordPaid } from '../decision/paid-merchants.ts';
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
export const LOCKED = Symbol('locked');
/** The result of a message whose entry was settled before the decision. */
export const TOO_LATE = Symbol('too late');

/** A batch whose decisions are on disk. */
export interface StoredBatch {
  /** One result for each entry, in the order of the entries. */
  readonly results: readonly (AuthorizationResponse | PartnerCall | typeof LOCKED | typeof TOO_LATE)[];
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
  const loaded = performance.now();
  const writes = { authorizations: [] as NewAuthorization[], conflicts: [] as Conflict[] };
  const results = batch.map((entry, at) => {
    const message = withStoredKey(required(messages[at], 'the message of an entry of the batch'), facts);
    const replay = replayOf(message, facts);
    if (replay === undefined && message.card !== undefined && !facts.accounts.has(message.accountId)) return LOCKED;
    if (!entry.start()) return TOO_LATE;
    return replay ?? decideMessage(message, facts, writes, codes, now);
  });
  const repeats = results.some((result) => typeof result === 'object' && 'replayed' in result && result.replayed);
  const decided = performance.now();
  if (!(await storeDecisions(connection, { ...writes, repeats, facts }, now))) return undefined;
  const seconds = {
    facts: (loaded - began) / 1_000,
    decide: (decided - loaded) / 1_000,
    store: (performance.now() - decided) / 1_000,
  };
  return { results, seconds };
}

/** Gives a message that was stored before a rotation of the content key the key of its stored row. */
function withStoredKey(message: ResolvedMessage, { earlier }: BatchFacts): ResolvedMessage {
  const { bankId, accountId, otherKeys } = message;
  const stored = otherKeys.find((key) => earlier.has(identity(bankId, accountId, key)));
  return stored === undefined ? message : { ...message, key: stored };
}

/** The stored response to a message that came again. It does not change, so it needs no lock of the account. */
function replayOf(
  { request, bankId, accountId, key }: ResolvedMessage,
  { earlier }: BatchFacts,
): AuthorizationResponse | undefined {
  const found = earlier.get(identity(bankId, accountId, key));
  if (found === undefined || !isSameRequest(found.raw, request.raw)) return undefined;
  return { outcome: found.outcome, raw: found.raw, replayed: true };
}

/** Decides one message on the facts that the earlier messages of the batch left. */
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
  const shared = facts.shared.get(bankId);
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
      shared: account?.shared && shared && { limits: account.shared, used: shared.used },
      paid: facts.paid,
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
    recordPaid(facts.paid, card, request.message, decision);
    if (shared !== undefined && decision.shared !== undefined) shared.used = decision.shared.used;
    facts.earlier.set(same, { raw: request.raw, outcome: decision, at: now });
  }
  return { outcome: decision, raw: request.raw, replayed: false };
}

/** Undefined where no call is needed, as for a message that would be declined, unless the bank wants a call for every message. */
function toPartnerRequest(
  { request, card, key, partner }: ResolvedMessage,
  account: BatchAccount | undefined,
  decision: Decision,
  decidedAt: Date,
): PartnerCall['partnerRequest'] | undefined {
  const { bank, message, raw } = request;
  if (partner !== undefined || card === undefined || account === undefined || bank === undefined) return undefined;
  if (decision.actionCode !== '00' && bank.decisionPartner?.asked !== 'always') return undefined;
  return { bank, card, key, message, raw, decision, currency: account.facts.currency, decidedAt };
}
