import { required } from '../../../platform/kernel/required.ts';
import { bankFactsOf } from '../decision/bank-facts.ts';
import type { CardReference } from '../decision/card-reference.ts';
import { type AnsweredDecision, type Decision, decide } from '../decision/decide.ts';
import type { PartnerFact } from '../decision/facts.ts';
import { recordPaid } from '../decision/paid-merchants.ts';
import { isSameRequest, messageKey, type RawMessage } from '../message/ecommerce-message.ts';
import { type BatchItem, type Placed, UNKNOWN_ACCOUNT, UNKNOWN_BANK } from '../message/resolved-message.ts';
import type { PartnerRequest } from '../partner/partner-question.ts';
import type { CodeSupply } from './approval-codes.ts';
import { type BatchAccount, type BatchFacts, type Conflict, type Decided, identity } from './batch-facts.ts';
import type { BatchPhase } from './batch-meter.ts';
import type { ControlsCache } from './controls-cache.ts';
import type { LaneConnection } from './lane-connection.ts';
import { loadFacts } from './load-facts.ts';
import { storeDecisions } from './store-decisions.ts';

export interface BatchAnswer {
  readonly answered: AnsweredDecision;
  /** The message whose fields the answer repeats: the stored one if this message came again. */
  readonly kept: RawMessage;
  readonly replayed: boolean;
}

/** A message that is not decided yet: the bank's own system has to be asked about it. Nothing was stored of it. */
export interface PartnerFirst {
  readonly toAsk: Omit<PartnerRequest, 'deadline'>;
}

/** Stands for the answer of a message whose account somebody else has locked: it has to be tried again. */
export const LOCKED = Symbol('locked');
/** Stands for the answer of a message that was answered before it was decided. */
export const TOO_LATE = Symbol('too late');

/** A batch that is on disk. */
export interface StoredBatch {
  readonly answers: readonly (BatchAnswer | PartnerFirst | typeof LOCKED | typeof TOO_LATE)[];
  readonly seconds: Readonly<Record<BatchPhase, number>>;
}

/** A message of a batch, with the cards that its number fits. */
export interface BatchEntry {
  readonly submission: BatchItem;
  readonly references: readonly CardReference[];
  /** What the bank's own system said; undefined where it was not asked. */
  readonly partner?: PartnerFact | undefined;
  /** Says that it may be stored from now on; false if it must not be decided any more. */
  begins(): boolean;
}

/**
 * Decides a batch in one transaction: locks and facts in one round trip, decisions in order, writes and commit in
 * another. Accounts that somebody else has locked are left out. Undefined when another server stored one of the messages
 * meanwhile: then nothing was stored, and the batch has to be tried again.
 */
export async function runBatch(
  { connection, memory }: { connection: LaneConnection; memory: ControlsCache },
  batch: readonly BatchEntry[],
  codes: CodeSupply,
  now: Date,
): Promise<StoredBatch | undefined> {
  const began = performance.now();
  const placed = batch.map((entry) => place(entry));
  const facts = await loadFacts(connection, memory, placed, now);
  const loaded = performance.now();
  const written = { decided: [] as Decided[], conflicts: [] as Conflict[] };
  const answers = batch.map((entry, at) => {
    const one = placedAsBefore(required(placed[at], 'the place of a message of the batch'), facts);
    const replayed = replayOf(one, facts);
    if (replayed === undefined && one.card !== undefined && !facts.accounts.has(one.accountId)) return LOCKED;
    if (!entry.begins()) return TOO_LATE;
    return replayed ?? answerOne(one, facts, written, codes, now);
  });
  const repeats = answers.some((answer) => typeof answer === 'object' && 'replayed' in answer && answer.replayed);
  const decided = performance.now();
  if (!(await storeDecisions(connection, { ...written, repeats, facts }, now))) return undefined;
  const seconds = {
    facts: (loaded - began) / 1_000,
    decide: (decided - loaded) / 1_000,
    store: (performance.now() - decided) / 1_000,
  };
  return { answers, seconds };
}

function place({ submission: item, references, partner }: BatchEntry): Placed {
  const card = references.length === 1 ? references[0] : undefined;
  const marks = card === undefined ? item.cardMarks() : [String(card.cardId)];
  const [key, ...otherKeys] = marks.map((mark) => messageKey(item.message, mark));
  return {
    item,
    bankId: item.bank?.bankId ?? UNKNOWN_BANK,
    accountId: card?.accountId ?? UNKNOWN_ACCOUNT,
    matches: references.length,
    card,
    key: required(key, 'the key of a message'),
    otherKeys,
    partner,
  };
}

/** A message that came before a rotation of the content key keeps the key under which it was stored. */
function placedAsBefore(placed: Placed, { earlier }: BatchFacts): Placed {
  const before = placed.otherKeys.find((key) => earlier.has(identity(placed.bankId, placed.accountId, key)));
  return before === undefined ? placed : { ...placed, key: before };
}

/** What the message was answered before. That stands, so its account need not be locked for it. */
function replayOf({ item, bankId, accountId, key }: Placed, { earlier }: BatchFacts): BatchAnswer | undefined {
  const found = earlier.get(identity(bankId, accountId, key));
  if (found === undefined || !isSameRequest(found.kept, item.kept)) return undefined;
  return { answered: found.answered, kept: found.kept, replayed: true };
}

/** Decides one message on the facts as the messages before it left them. */
function answerOne(
  placed: Placed,
  facts: BatchFacts,
  written: { decided: Decided[]; conflicts: Conflict[] },
  codes: CodeSupply,
  now: Date,
): BatchAnswer | PartnerFirst {
  const { item, accountId, bankId, partner } = placed;
  const same = identity(bankId, accountId, placed.key);
  const earlier = facts.earlier.get(same);
  const account = facts.accounts.get(accountId);
  const shared = facts.shared.get(bankId);
  const card = placed.card === undefined ? undefined : facts.cards.get(placed.card.cardId);
  const decision = decide(
    {
      bank: bankFactsOf(item.bank),
      matches: placed.matches,
      card,
      account: account?.facts,
      conflicts: earlier !== undefined,
      ownRules: facts.ownRules.get(bankId),
      lists: facts.lists.get(bankId),
      shared: account?.shared && shared && { limits: account.shared, used: shared.used },
      paid: facts.paid,
      approvalCode: codes.peek(bankId),
      partner,
    },
    item.message,
    now,
  );
  if (item.bank?.decisionPartner !== undefined && earlier === undefined) {
    const toAsk = askAbout(placed, account, decision, now);
    if (toAsk !== undefined) return { toAsk };
  }
  if (earlier !== undefined) {
    written.conflicts.push({ placed, earlierAt: earlier.at });
  } else {
    if (decision.actionCode === '00') codes.use(bankId);
    written.decided.push({ placed, decision, sequence: account?.sequence ?? null });
    if (account !== undefined && decision.after !== undefined) {
      account.facts = decision.after;
      account.sequence += 1n;
    }
    recordPaid(facts.paid, card, item.message, decision);
    if (shared !== undefined && decision.shared !== undefined) shared.used = decision.shared.used;
    facts.earlier.set(same, { kept: item.kept, answered: decision, at: now });
  }
  return { answered: decision, kept: item.kept, replayed: false };
}

/** A message that would be declined needs no question, unless the bank wants to be asked always. */
function askAbout(
  { item, card, key, partner }: Placed,
  account: BatchAccount | undefined,
  decision: Decision,
  decidedAt: Date,
): PartnerFirst['toAsk'] | undefined {
  const { bank, message, kept } = item;
  if (partner !== undefined || card === undefined || account === undefined || bank === undefined) return undefined;
  if (decision.actionCode !== '00' && bank.decisionPartner?.asked !== 'always') return undefined;
  return { bank, card, key, message, kept, decision, currency: account.facts.currency, decidedAt };
}
