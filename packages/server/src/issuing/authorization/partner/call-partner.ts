import { setTimeout as delay } from 'node:timers/promises';
import type { NoPartnerAnswer } from '@cardwright/contract';
import { signWebhook } from '@cardwright/sdk';
import type { Bank, BankDecisionPartner } from '../../../platform/kernel/bank.ts';
import type { PartnerExchange, PartnerOutcome, PartnerReply } from '../../../platform/kernel/partner-exchange.ts';
import { requireValue } from '../../../platform/kernel/required.ts';
import { systemClock } from '../../../platform/kernel/time/clock.ts';
import type { GuardedPost, PartnerSigningKeys } from '../../../platform/outbox/index.ts';
import type { PartnerFact } from '../decision/facts.ts';
import { type AuthorizationDeps, authorizationExchange, toPartnerFact } from './authorization-exchange.ts';
import { type Breaker, createBreaker } from './breaker.ts';
import { type PartnerVerdict, readPartnerAnswer, without } from './partner-answer.ts';
import type { PartnerRequest } from './partner-question.ts';

/** The time that remains to store a decision after the wait for its partner. */
const LEFT_MS = 500;
/** With less time than this, no request is sent. */
const LEAST_MS = 10;
/** How long after the deadline a late answer is still accepted; it is stored next to the decision. */
const LATE_MS = 5_000;
/** The most concurrent requests to one bank's system, including late ones; each uses one connection. */
const MAX_CALLS = 256;
const ANSWER_BYTES = 16 * 1024;

/** The answer of a bank's own system to any kind of question, or the reason why there is no valid one. */
export type PartnerAnswerKind = PartnerOutcome<PartnerReply>['answer'];

export interface PartnerMeter {
  note(bankId: string, answer: PartnerAnswerKind, seconds: number): void;
}

/** Calls the banks' own systems. Each bank has its own limit of concurrent requests and its own breaker. */
export interface Partners {
  /**
   * Resolves to the answer about an authorization, or to the reason why none came in time. Takes no longer than the partner's
   * deadline, and leaves time to store the decision.
   */
  call(request: PartnerRequest): Promise<PartnerFact>;
  /** Does the same for a question of any kind. */
  exchange<Reply extends PartnerReply>(exchange: PartnerExchange<Reply>): Promise<PartnerOutcome<Reply>>;
  /** Banks whose system was called since the start, and those of them whose breaker is open. */
  breakers(): { readonly calledBanks: readonly string[]; readonly open: readonly string[] };
  /** Resolves when no request is under way and late answers are stored. */
  idle(): Promise<void>;
}

interface Deps extends AuthorizationDeps {
  readonly post: GuardedPost['post'];
  readonly keys: Pick<PartnerSigningKeys, 'of'>;
  readonly meter: PartnerMeter;
  onError(error: unknown): void;
}

type Unanswered = { readonly answer: NoPartnerAnswer; readonly reason: undefined; readonly until: undefined };

interface OfBank {
  readonly partner: BankDecisionPartner;
  readonly breaker: Breaker;
  inFlight: number;
}

export function createPartners(deps: Deps): Partners {
  const banks = new Map<string, OfBank>();
  const calls = new Map<string, Promise<PartnerOutcome<PartnerReply>>>();
  const running = new Set<Promise<unknown>>();

  /** A change of the configuration resets the state of the bank. */
  const ofBank = ({ bankId, decisionPartner }: Bank): OfBank => {
    const partner = requireValue(decisionPartner, 'the partner of a bank that is to be asked');
    const existing = banks.get(bankId);
    if (existing !== undefined && JSON.stringify(existing.partner) === JSON.stringify(partner)) return existing;
    const state = { partner, breaker: createBreaker(partner.breaker), inFlight: 0 };
    banks.set(bankId, state);
    return state;
  };
  const track = (work: Promise<unknown>) => {
    const call = work.catch(deps.onError).finally(() => running.delete(call));
    running.add(call);
  };
  const callOnce = async <Reply extends PartnerReply>(exchange: PartnerExchange<Reply>) => {
    const { bank } = exchange;
    const own = ofBank(bank);
    const { partner, breaker } = own;
    const began = performance.now();
    const outcome = (verdict: PartnerVerdict<Reply> | Unanswered): PartnerOutcome<Reply> => {
      const ms = performance.now() - began;
      deps.meter.note(bank.bankId, verdict.answer, ms / 1_000);
      return { ...verdict, afterMs: Math.round(ms) } as PartnerOutcome<Reply>;
    };
    const none = (answer: 'NO_TIME' | 'TOO_MANY_WAITING' | 'BREAKER_OPEN' | 'LATE') =>
      outcome({ answer, reason: undefined, until: undefined });
    const deadlineMs = Math.min(partner.deadlineMs, Math.floor(exchange.deadline - began - LEFT_MS));
    if (deadlineMs < LEAST_MS) return none('NO_TIME');
    if (own.inFlight >= MAX_CALLS) return none('TOO_MANY_WAITING');
    if (!breaker.admits(began)) return none('BREAKER_OPEN');
    own.inFlight += 1;
    const sent = send(deps, exchange, { deadlineMs, began }).finally(() => {
      own.inFlight -= 1;
    });
    const reply = await within(sent, deadlineMs);
    if (reply !== undefined) {
      breaker.note(reply.answer === 'WRONG' || reply.answer === 'UNREACHABLE');
      return outcome(reply);
    }
    breaker.note(true);
    track(sent.then((lateAnswer) => storeLate(exchange, lateAnswer, performance.now() - began)));
    return none('LATE');
  };
  const coalesce = <Reply extends PartnerReply>(exchange: PartnerExchange<Reply>): Promise<PartnerOutcome<Reply>> => {
    const { id } = exchange;
    // the same question arrived during the call, so both get the same answer
    const known = calls.get(id);
    if (known !== undefined) return known as Promise<PartnerOutcome<Reply>>;
    const call = callOnce(exchange).finally(() => calls.delete(id));
    calls.set(id, call);
    return call;
  };

  return {
    exchange: coalesce,
    call: async (request) => toPartnerFact(request, await coalesce(authorizationExchange(deps, request))),
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

async function send<Reply extends PartnerReply>(
  { post, keys: signing }: Deps,
  exchange: PartnerExchange<Reply>,
  { deadlineMs, began }: { readonly deadlineMs: number; readonly began: number },
): Promise<PartnerVerdict<Reply>> {
  const { bank, id, traceParent } = exchange;
  const { url } = requireValue(bank.decisionPartner, 'the partner of a bank that is to be asked');
  const keys = signing.of(bank.bankId);
  if (keys.length === 0) return without('UNREACHABLE', 'there is no key to sign with');
  const body = await exchange.write(deadlineMs);
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
  const mostMs = deadlineMs + LATE_MS;
  const limits = { connectMs: mostMs, headersMs: mostMs, bodyMs: mostMs, answerBytes: ANSWER_BYTES };
  const answer = await post(`partner/${bank.bankId}`, { url, headers, body, untilMs: began + mostMs }, limits);
  return readPartnerAnswer(answer, exchange.read);
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
async function storeLate<Reply extends PartnerReply>(
  exchange: PartnerExchange<Reply>,
  reply: PartnerVerdict<Reply>,
  ms: number,
): Promise<void> {
  if (reply.answer === 'WRONG' || reply.answer === 'UNREACHABLE') return;
  await exchange.storeLate?.(reply as Reply, Math.round(ms));
}
