import type { PartnerExchange, PartnerOutcome } from '../../../platform/kernel/partner-exchange.ts';
import { requireValue } from '../../../platform/kernel/required.ts';
import type { Clock } from '../../../platform/kernel/time/clock.ts';
import type { Database, Tx } from '../../../platform/storage/index.ts';
import type { PartnerFact } from '../decision/facts.ts';
import { storeLateAnswer } from './late-answer-store.ts';
import { type AuthorizationReply, readAuthorizationReply } from './partner-answer.ts';
import { type PartnerRequest, questionId, writePartnerQuestion } from './partner-question.ts';

export interface AuthorizationDeps {
  /** Stores late answers. */
  readonly database: Database;
  /** Reads the names of cards and accounts. It must not wait for the connection pool. */
  readonly names: Tx;
  readonly clock: Clock;
}

/** The question about an authorization (docs/interface/partner-decision.md#request). */
export function authorizationExchange(
  { database, names, clock }: AuthorizationDeps,
  request: PartnerRequest,
): PartnerExchange<AuthorizationReply> {
  const { bank, card, key, deadline, traceParent } = request;
  const id = questionId(request);
  return {
    bank,
    id,
    deadline,
    traceParent,
    write: (deadlineMs) => writePartnerQuestion(names, request, { id, deadlineMs }),
    read: readAuthorizationReply,
    storeLate: (verdict, afterMs) =>
      storeLateAnswer(
        database,
        { bankId: bank.bankId, accountId: card.accountId, key },
        { verdict, afterMs, at: clock.now() },
      ),
  };
}

export function toPartnerFact({ bank }: PartnerRequest, outcome: PartnerOutcome<AuthorizationReply>): PartnerFact {
  const { answer, reason, until, afterMs } = outcome;
  const { standIn } = requireValue(bank.decisionPartner, 'the partner of a bank that is to be asked');
  return {
    answer,
    actionCode: 'actionCode' in outcome ? outcome.actionCode : undefined,
    reason,
    afterMs,
    until,
    standIn,
  };
}
