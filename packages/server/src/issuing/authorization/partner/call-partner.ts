import { setTimeout as delay } from 'node:timers/promises';
import { signWebhook } from '@cardwright/sdk';
import type { Bank, BankDecisionPartner } from '../../../platform/kernel/bank.ts';
import { required } from '../../../platform/kernel/required.ts';
import { type Clock, systemClock } from '../../../platform/kernel/time/clock.ts';
import type { GuardedPost, PartnerSigningKeys } from '../../../platform/outbox/index.ts';
import type { Database, Tx } from '../../../platform/storage/index.ts';
import type { PartnerFact } from '../decision/facts.ts';
import { type Breaker, createBreaker } from './breaker.ts';
import { storeLateAnswer } from './late-answer-store.ts';
import { type PartnerVerdict, readPartnerAnswer } from './partner-answer.ts';
import { type PartnerRequest, questionId, writePartnerQuestion } from './partner-question.ts';

/** Time that remains to store a decision after the wait for its partner. */
const LEFT_MS = 500;
/** With less time than this, no request is sent. */
const LEAST_MS = 10;
/** How long after the deadline a late answer is still accepted; it is stored next to the decision. */
const LATE_MS = 5_000;
/** Concurrent requests to one bank's system, including late ones; each uses one connection. */
const MAX_CALLS = 256;
const ANSWER_BYTES = 16 * 1024;

export interface PartnerMeter {
  note(bankId: string, answer: PartnerFact['answer'], seconds: number): void;
}

/** Calls the banks' own systems. Each bank has its own limit of concurrent requests and its own breaker. */
export interface Partners {
  /**
   * Resolves to the answer, or to the reason why none came in time. Takes no longer than the partner's deadline, and leaves
   * time to store the decision.
   */
  call(request: PartnerRequest): Promise<PartnerFact>;
  /** Banks whose system was called since the start, and those of them whose breaker is open. */
  breakers(): { readonly calledBanks: readonly string[]; readonly open: readonly string[] };
  /** Resolves when no request is under way and late answers are stored. */
  idle(): Promise<void>;
}

interface Deps {
  /** Stores late answers. */
  readonly database: Database;
  /** Reads the names of cards and accounts. It must not wait for the connection pool. */
  readonly names: Tx;
  readonly post: GuardedPost['post'];
  readonly keys: Pick<PartnerSigningKeys, 'of'>;
  readonly clock: Clock;
  readonly meter: PartnerMeter;
  onError(error: unknown): void;
}

interface OfBank {
  readonly partner: BankDecisionPartner;
  readonly breaker: Breaker;
  underWay: number;
}

export function createPartners(deps: Deps): Partners {
  const banks = new Map<string, OfBank>();
  const calls = new Map<string, Promise<PartnerFact>>();
  const running = new Set<Promise<unknown>>();

  /** A change of the configuration resets the state of the bank. */
  const ofBank = ({ bankId, decisionPartner }: Bank): OfBank => {
    const partner = required(decisionPartner, 'the partner of a bank that is to be asked');
    const existing = banks.get(bankId);
    if (existing !== undefined && JSON.stringify(existing.partner) === JSON.stringify(partner)) return existing;
    const state = { partner, breaker: createBreaker(partner.breaker), underWay: 0 };
    banks.set(bankId, state);
    return state;
  };
  const track = (work: Promise<unknown>) => {
    const call = work.catch(deps.onError).finally(() => running.delete(call));
    running.add(call);
  };
  const callUncached = async (request: PartnerRequest, id: string): Promise<PartnerFact> => {
    const { bank } = request;
    const state = ofBank(bank);
    const { partner, breaker } = state;
    const began = performance.now();
    const fact = (verdict: Omit<PartnerFact, 'afterMs' | 'standIn'>): PartnerFact => {
      const ms = performance.now() - began;
      deps.meter.note(bank.bankId, verdict.answer, ms / 1_000);
      return { ...verdict, afterMs: Math.round(ms), standIn: partner.standIn };
    };
    const deadlineMs = Math.min(partner.deadlineMs, Math.floor(request.deadline - began - LEFT_MS));
    if (deadlineMs < LEAST_MS) return fact(none('NO_TIME'));
    if (state.underWay >= MAX_CALLS) return fact(none('TOO_MANY_WAITING'));
    if (!breaker.admits(began)) return fact(none('BREAKER_OPEN'));
    state.underWay += 1;
    const exchange = exchangeWith(deps, request, { id, deadlineMs, began }).finally(() => {
      state.underWay -= 1;
    });
    const response = await within(exchange, deadlineMs);
    if (response !== undefined) {
      breaker.note(response.answer === 'WRONG' || response.answer === 'UNREACHABLE');
      return fact(response);
    }
    breaker.note(true);
    track(exchange.then((verdict) => recordLateAnswer(deps, request, verdict, performance.now() - began)));
    return fact(none('LATE'));
  };

  return {
    call(request) {
      const id = questionId(request);
      // the same message was sent again during the call: both get the same answer
      const earlierCall = calls.get(id);
      if (earlierCall !== undefined) return earlierCall;
      const call = callUncached(request, id).finally(() => calls.delete(id));
      calls.set(id, call);
      return call;
    },
    breakers: () => ({
      calledBanks: [...banks.keys()],
      open: [...banks].flatMap(([bankId, { breaker }]) => (breaker.isOpen() ? [bankId] : [])),
    }),
    async idle() {
      await Promise.allSettled(calls.values());
      await Promise.allSettled(running);
    },
  };
}

function none(answer: PartnerFact['answer']): Omit<PartnerFact, 'afterMs' | 'standIn'> {
  return { answer, actionCode: undefined, reason: undefined, until: undefined };
}

async function exchangeWith(
  { names, post, keys: signing }: Deps,
  request: PartnerRequest,
  { id, deadlineMs, began }: { readonly id: string; readonly deadlineMs: number; readonly began: number },
): Promise<PartnerVerdict> {
  const { bank, traceParent } = request;
  const { url } = required(bank.decisionPartner, 'the partner of a bank that is to be asked');
  const keys = signing.of(bank.bankId);
  if (keys.length === 0)
    return { ...none('UNREACHABLE'), answer: 'UNREACHABLE', reason: 'there is no key to sign with' };
  const body = await writePartnerQuestion(names, request, { id, deadlineMs });
  const timestamp = Math.floor(systemClock.now().getTime() / 1_000);
  const headers = {
    accept: 'application/json',
    'content-type': 'application/json',
    'idempotency-key': id,
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signWebhook({ id, timestamp, body, keys }),
    ...(traceParent !== undefined && { traceparent: traceParent }),
  };
  const maxMs = deadlineMs + LATE_MS;
  const limits = { connectMs: maxMs, headersMs: maxMs, bodyMs: maxMs, answerBytes: ANSWER_BYTES };
  const answer = await post(`partner/${bank.bankId}`, { url, headers, body, untilMs: began + maxMs }, limits);
  return readPartnerAnswer(answer);
}

/** Resolves to the result of `work`, or to undefined after `ms`. */
async function within<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  const over = new AbortController();
  try {
    return await Promise.race([work, delay(ms, undefined, { signal: over.signal })]);
  } finally {
    over.abort();
  }
}

/** Stores approvals and declines only: a request without an answer leaves nothing to store. */
async function recordLateAnswer(
  { database, clock }: Deps,
  request: PartnerRequest,
  verdict: PartnerVerdict,
  ms: number,
): Promise<void> {
  if (verdict.answer !== 'APPROVE' && verdict.answer !== 'DECLINE') return;
  const { bank, card, key } = request;
  const place = { bankId: bank.bankId, accountId: card.accountId, key };
  await storeLateAnswer(database, place, { verdict, afterMs: Math.round(ms), at: clock.now() });
}
