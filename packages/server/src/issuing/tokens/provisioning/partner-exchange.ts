import { createHash } from 'node:crypto';
import {
  checkPartnerProvisioningAnswer,
  type JsonObject,
  type PartnerProvisioningQuestion,
  PROVISIONING_QUESTION,
  type RequestProvisioning,
  writeCanonicalJson,
  writeJson,
} from '@cardwright/contract';
import type { PartnerExchange, PartnerOutcome, PartnerReply } from '../../../platform/kernel/partner-exchange.ts';
import type { ProvisioningVerdict } from './decide-provisioning.ts';
import type { LoadedCard } from './load-provisioning-facts.ts';

/** Calls the banks' own systems, over the same connections as for authorizations. */
export interface ProvisioningPartners {
  exchange(exchange: PartnerExchange<PartnerReply>): Promise<PartnerOutcome<PartnerReply>>;
}

interface Question {
  readonly network: string;
  readonly loaded: LoadedCard;
  /** The request without the card. */
  readonly request: Omit<RequestProvisioning, 'card'>;
  /** The decision without the partner's answer. */
  readonly verdict: ProvisioningVerdict;
  readonly now: Date;
}

/** The question about a request for a token (docs/interface/partner-decision.md#provisioning). */
export function provisioningExchange(question: Question): PartnerExchange<PartnerReply> {
  const { bank } = question.loaded;
  const id = questionId(question);
  return {
    bank,
    id,
    // only the partner's own deadline counts
    deadline: Number.POSITIVE_INFINITY,
    write: (deadlineMs) => writeQuestion(question, { id, deadline_ms: deadlineMs }),
    read: readReply,
  };
}

/** Derives the id from the request, so that a repeat gets the same id on every server. */
function questionId({ network, request, loaded: { bank, card } }: Question): string {
  const content = writeCanonicalJson({ ...request } as unknown as JsonObject);
  const identity = `${bank.bankId}\0${network}\0${card.exid}\0${content}`;
  return `ask_${createHash('sha256').update(identity).digest('base64url').slice(0, 32)}`;
}

function writeQuestion(
  { loaded: { bank, card }, request, verdict, now }: Question,
  named: Pick<PartnerProvisioningQuestion, 'id' | 'deadline_ms'>,
): string {
  const { provisioning_id, requestor_id, requestor_name, ...about } = request;
  const question: PartnerProvisioningQuestion = {
    ...named,
    type: PROVISIONING_QUESTION,
    timestamp: now.toISOString(),
    bank_id: bank.bankId,
    account_number: card.account_number,
    card_identifier_id: card.exid,
    provisioning_id,
    requestor_id,
    requestor_name,
    decided: { outcome: verdict.outcome, rule: verdict.rule },
    request: about,
  };
  return writeJson({ ...question } as unknown as JsonObject);
}

const ANSWERS = { approve: 'APPROVE', require_code: 'REQUIRE_CODE', decline: 'DECLINE' } as const;

function readReply(answer: JsonObject): PartnerReply | string {
  const { value, findings } = checkPartnerProvisioningAnswer(answer);
  const [first] = findings;
  if (first !== undefined) return `the answer's ${first.path} ${first.message}`;
  if (Object.hasOwn(answer, 'actionCode')) return "the answer's actionCode is for authorizations only";
  const { decision, reason, until } = value;
  return { answer: ANSWERS[decision], reason, until: until === undefined ? undefined : new Date(until) };
}
