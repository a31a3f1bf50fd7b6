import { expect, vi } from 'vitest';
import type { PartnerConfiguration } from '../../../../server/src/host/configuration/configuration-schema.ts';
import { waitForIndex } from '../../../../server/src/testing/background-work.ts';
import {
  answersWith,
  startPartner,
  type TestPartner,
} from '../../../../server/src/testing/decisions/decision-partners.ts';
import type { TestServer } from '../../../../server/src/testing/test-server.ts';
import {
  answersOk,
  answersStatus,
  type Behaviour,
  closeConnection,
} from '../../../../server/src/testing/webhook-receiver.ts';
import { WITHIN } from '../../../../server/src/testing/within.ts';
import type { ModelPartner } from '../../world/model/model-partner.ts';

/** The behavior of the partner decision system for a message. */
export type PartnerPlan = 'APPROVE' | 'UNTIL_NOW' | 'DECLINE' | 'WRONG' | 'UNREACHABLE' | 'OUTDATED' | 'LATE';

const DEADLINE_MS = 250;
const STAND_IN = { approveUpTo: '60.00', perDay: '150.00' };

/**
 * The partner decision system of a bank in a season. It answers each message as planned, and records which advices are
 * due.
 */
export interface SeasonPartner {
  readonly configuration: PartnerConfiguration;
  plan(reference: string, plan: PartnerPlan, nowMs: number): void;
  /** The answer in the form of the model, according to the server's trace; undefined if it was not called. */
  answerTo(reference: string, trace: readonly TraceStep[]): ModelPartner | undefined;
  /** Expects an advice after all others of the account. */
  expect(accountNumber: string, advice: string): void;
  /** Resolves when exactly the expected advices have arrived, in order for each account. */
  compareAdvices(server: TestServer): Promise<void>;
  close(): Promise<void>;
}

export interface TraceStep {
  readonly rule: string;
  readonly saw: Readonly<Record<string, unknown>>;
}

const APPROVES = { decision: 'approve' };

export async function startSeasonPartner(): Promise<SeasonPartner> {
  const partner = await startPartner();
  const plans = new Map<string, { readonly plan: PartnerPlan; readonly nowMs: number }>();
  const due = new Map<string, string[]>();
  partner.behave((request, response) => {
    const { type, retrieval_reference_number: reference } = JSON.parse(request.body) as Record<string, string>;
    const planned = plans.get(`${reference}`);
    const behaviour = type !== 'authorization.decision' || planned === undefined ? answersOk : behaviourOf(planned);
    behaviour(request, response);
  });
  return {
    configuration: {
      ...{ url: `${partner.url}/decide`, keys: [partner.secret], deadline_ms: DEADLINE_MS },
      stand_in: { approve_up_to: STAND_IN.approveUpTo, per_day: STAND_IN.perDay },
      // The partner deliberately gives many wrong answers.
      breaker: { failures_in_a_row: 1_000, failures_of_last_100: 100 },
    },
    plan: (reference, plan, nowMs) => plans.set(reference, { plan, nowMs }),
    answerTo(reference, trace) {
      const facts = trace.find(({ rule }) => rule === 'PARTNER')?.saw;
      const planned = plans.get(reference);
      if (facts === undefined || planned === undefined) return undefined;
      const expected = modelOf(planned);
      const afterMs = Number(facts.after_ms);
      // On a busy machine, any answer may be late.
      const isLate = facts.answer === 'LATE' && afterMs >= DEADLINE_MS;
      return { ...expected, ...(isLate && { answer: 'LATE', untilMs: undefined }), afterMs };
    },
    expect(accountNumber, advice) {
      due.set(accountNumber, [...(due.get(accountNumber) ?? []), advice]);
    },
    async compareAdvices(server) {
      await waitForIndex(server);
      await vi.waitFor(() => expect(Object.fromEntries(advicesOf(partner))).toEqual(Object.fromEntries(due)), WITHIN);
    },
    close: () => partner.close(),
  };
}

interface Planned {
  readonly plan: PartnerPlan;
  readonly nowMs: number;
}

function behaviourOf({ plan, nowMs }: Planned): Behaviour {
  const until = (ms: number) => answersWith({ ...APPROVES, until: new Date(ms).toISOString() });
  switch (plan) {
    case 'APPROVE':
      return answersWith(APPROVES);
    case 'UNTIL_NOW':
      return until(nowMs);
    case 'OUTDATED':
      return until(nowMs - 1);
    case 'DECLINE':
      return answersWith({ decision: 'decline', actionCode: '51' });
    case 'WRONG':
      return answersStatus(500);
    case 'UNREACHABLE':
      return closeConnection;
    case 'LATE':
      return (request, response) => void setTimeout(() => answersWith(APPROVES)(request, response), 2 * DEADLINE_MS);
  }
}

function modelOf({ plan, nowMs }: Planned): ModelPartner {
  const standIn = { ...STAND_IN, afterMs: 0 };
  if (plan === 'UNTIL_NOW') return { ...standIn, answer: 'APPROVE', untilMs: nowMs };
  if (plan === 'OUTDATED') return { ...standIn, answer: 'APPROVE', untilMs: nowMs - 1 };
  return { ...standIn, answer: plan, ...(plan === 'DECLINE' && { actionCode: '51' as const }) };
}

/** Advices by account, in the order of their first arrival. A lost advice is sent again. */
function advicesOf(partner: TestPartner): Map<string, string[]> {
  const answeredIds = new Set<unknown>();
  const advices = new Map<string, string[]>();
  for (const {
    id,
    advice,
    account_number: account,
    retrieval_reference_number: reference,
    decided,
  } of partner.advices()) {
    if (answeredIds.has(id)) continue;
    answeredIds.add(id);
    const { action_code: code, rule } = decided as Record<string, string>;
    advices.set(`${account}`, [...(advices.get(`${account}`) ?? []), `${advice} ${reference} ${code} ${rule}`]);
  }
  return advices;
}
