import Type, { type Static, type TSchema } from 'typebox';
import { defineRest } from '../operation.ts';
import { instantField, list, oneOf, record, text } from '../schema/fields.ts';
import { NO_PARTNER_ANSWER } from './partner-decision.ts';

/** Messages for which the gateway calls a bank's own system. */
export const PARTNER_CALL_POLICIES = ['would_approve', 'always'] as const;
export const PARTNER_BREAKER_STATES = ['CLOSED', 'OPEN'] as const;
const REPORTED_ANSWERS = ['APPROVE', 'DECLINE', 'REQUIRE_CODE', ...NO_PARTNER_ANSWER] as const;

const orNull = <T extends TSchema>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description });
const amount = (description: string) => text(24, { description });

export const ConfiguredPartner = record(
  {
    host: text(260, { description: 'Host name and port' }),
    ask: oneOf(PARTNER_CALL_POLICIES, { description: 'always: the partner is also called for declines' }),
    deadline_ms: Type.Integer({ description: 'Time limit of the response in milliseconds' }),
    approve_up_to: amount('Maximum that the stand-in approves in one decision, decimal text'),
    per_day: orNull(amount(''), 'Maximum that the stand-in approves for an account on a business date; null: no limit'),
  },
  { component: 'ConfiguredPartner', description: 'Partner as configured' },
);

const PartnerQuestions = record(
  {
    count: Type.Integer({ description: 'Number of the latest calls of this server, at most 1,000' }),
    since: orNull(text(24), 'Time of the first call; null without calls'),
    answers: list(
      record(
        { answer: oneOf(REPORTED_ANSWERS), count: Type.Integer({ description: 'Number of calls' }) },
        { component: 'PartnerAnswerCount' },
      ),
      { description: 'Results, most frequent first' },
    ),
    waited_ms: orNull(
      record(
        {
          p50: Type.Integer({ description: 'Median waiting time' }),
          p99: Type.Integer({ description: '99th percentile' }),
        },
        { component: 'PartnerWaits', description: 'Waiting times in milliseconds' },
      ),
      'Waiting times of the messages that were sent; null if none was sent',
    ),
  },
  { component: 'PartnerQuestions' },
);

export const PartnerHealth = record(
  {
    partner: orNull(ConfiguredPartner, 'Null: the gateway decides without a partner'),
    breaker: orNull(
      oneOf(PARTNER_BREAKER_STATES),
      'OPEN: the partner failed too often, and this server calls it once a second; null: not called since the start',
    ),
    questions: PartnerQuestions,
    business_date: text(10, { description: 'Current business date, for which the stand-in counts its approvals' }),
    stood_in: list(
      record(
        {
          currency: text(3, { description: 'Currency of the accounts, ISO 4217' }),
          accounts: Type.Integer({ description: 'Number of accounts with an approval by the stand-in' }),
          amount: amount('Amount that the stand-in approved, decimal text'),
        },
        { component: 'StoodIn' },
      ),
      { description: 'Approvals of the stand-in on this business date, on all servers' },
    ),
    late_answers: record(
      {
        since: instantField(),
        approve: Type.Integer({ description: 'Number of late approvals' }),
        decline: Type.Integer({ description: 'Number of late declines' }),
      },
      {
        component: 'LatePartnerAnswers',
        description: 'Late responses in the last 24 hours, on all servers',
      },
    ),
    advices_waiting: Type.Integer({
      description: 'Pending messages that report decisions without the partner to the partner',
    }),
  },
  { component: 'PartnerHealth' },
);
export type PartnerHealth = Static<typeof PartnerHealth>;

export const readPartner = defineRest({
  id: 'authorization.read-partner',
  sdk: 'authorizations.partner',
  title: 'Get partner health',
  description:
    "Returns the availability and the response times of the bank's own decision system, and the decisions of the stand-in, for the server that processes the request and for all servers.",
  reference: 'docs/interface/partner-decision.md#health',
  method: 'GET',
  path: '/decision-partner',
  scope: 'authorizations:read',
  refusesUnknownQuery: true,
  response: PartnerHealth,
});
