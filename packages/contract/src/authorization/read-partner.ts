import Type, { type Static, type TSchema } from 'typebox';
import { defineRest } from '../operation.ts';
import { instantField, list, oneOf, record, text } from '../schema/fields.ts';
import { NO_PARTNER_ANSWER } from './partner-decision.ts';

/** When a bank's own system is asked. */
export const PARTNER_IS_ASKED = ['would_approve', 'always'] as const;
export const PARTNER_BREAKER_STATES = ['CLOSED', 'OPEN'] as const;
const TOLD_ANSWERS = ['APPROVE', 'DECLINE', ...NO_PARTNER_ANSWER] as const;

const orNull = <T extends TSchema>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description });
const amount = (description: string) => text(24, { description });

const ConfiguredPartner = record(
  {
    host: text(260, { description: 'Where it is asked: name and port' }),
    ask: oneOf(PARTNER_IS_ASKED, { description: 'always: about declines too' }),
    deadline_ms: Type.Integer({ description: 'An answer that takes longer is late' }),
    approve_up_to: amount('The most that the stand-in approves at once, decimal text'),
    per_day: orNull(amount(''), 'The most that it approves for an account on a business date; null: no such limit'),
  },
  { component: 'ConfiguredPartner', description: 'As the configuration has it' },
);

const PartnerQuestions = record(
  {
    count: Type.Integer({ description: 'The last questions of this server, 1,000 at most' }),
    since: orNull(text(24), 'When the first of them was asked; null where none was'),
    answers: list(
      record(
        { answer: oneOf(TOLD_ANSWERS), count: Type.Integer({ description: 'How often' }) },
        { component: 'PartnerAnswerCount' },
      ),
      { description: 'What came, the most often first' },
    ),
    waited_ms: orNull(
      record(
        {
          p50: Type.Integer({ description: 'Half of them were waited for no longer' }),
          p99: Type.Integer({ description: '99 of 100 were' }),
        },
        { component: 'PartnerWaits', description: 'Milliseconds' },
      ),
      'Of those that were sent; null where none was',
    ),
  },
  { component: 'PartnerQuestions' },
);

export const PartnerHealth = record(
  {
    partner: orNull(ConfiguredPartner, 'Null: the gateway decides alone'),
    breaker: orNull(
      oneOf(PARTNER_BREAKER_STATES),
      'OPEN: it failed too often, and this server asks it once a second; null: it was not asked since the start',
    ),
    questions: PartnerQuestions,
    business_date: text(10, { description: 'Of now, in which the stand-in counts' }),
    stood_in: list(
      record(
        {
          currency: text(3, { description: 'Of the accounts, ISO 4217' }),
          accounts: Type.Integer({ description: 'For which it approved something' }),
          amount: amount('What it approved, decimal text'),
        },
        { component: 'StoodIn' },
      ),
      { description: 'What the stand-in approved on this business date, on all servers' },
    ),
    late_answers: record(
      {
        since: instantField(),
        approve: Type.Integer({ description: 'That said yes' }),
        decline: Type.Integer({ description: 'That said no' }),
      },
      { component: 'LatePartnerAnswers', description: 'That came too late in the last 24 hours, on all servers' },
    ),
    advices_waiting: Type.Integer({ description: 'Messages that tell the partner what was decided without it' }),
  },
  { component: 'PartnerHealth' },
);
export type PartnerHealth = Static<typeof PartnerHealth>;

export const readPartner = defineRest({
  id: 'authorization.read-partner',
  sdk: 'authorizations.partner',
  title: 'How the decision partner fares',
  description:
    "Shows whether the bank's own system answers, how fast, and what was decided for it meanwhile: by the server that answers, and by all of them.",
  reference: 'docs/interface/partner-decision.md#health',
  method: 'GET',
  path: '/decision-partner',
  scope: 'authorizations:read',
  params: record({}),
  query: record({}),
  refusesUnknownQuery: true,
  request: null,
  response: PartnerHealth,
  errors: [],
});
