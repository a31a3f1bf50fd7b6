import Type, { type Static } from 'typebox';
import { defineRest } from '../operation.ts';
import { instantField, oneOf, optional, record, text } from '../schema/fields.ts';
import { itemsQuery, pageOf, timeQuery } from '../schema/page.ts';

const members = (description: string) =>
  Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()], { description });

export const AuditRow = record(
  {
    at: instantField(),
    actor: text(200, { description: 'Actor: a person, a caller, or cardwright itself' }),
    operation: text(60, { description: 'Id of the operation or the job' }),
    subject: text(200, { description: 'Subject, such as card:EXID' }),
    outcome: text(200, { description: 'Outcome, or the error code of a refusal' }),
    request_id: text(60, { description: 'As in the header X-Request-Id of the response' }),
    from_address: Type.Union([text(60), Type.Null()], { description: "The caller's address" }),
    details: members('Further details'),
    before: members('Details of the change'),
    after: members('As it is since'),
    sealed: Type.Boolean({ description: 'Whether the row is in the chain; true about a second after it is written' }),
  },
  { component: 'AuditRow' },
);
export type AuditRow = Static<typeof AuditRow>;

export const listAudit = defineRest({
  id: 'access.list-audit',
  sdk: 'audit.list',
  title: 'List audit rows',
  description:
    'Lists the audit log of the bank, acquirer or operator, newest first, by time, actor, operation, subject and outcome.',
  reference: 'docs/interface/requests.md#audit-log',
  method: 'GET',
  path: '/audit',
  scope: 'audit:read',
  params: record({}),
  query: record({
    ...timeQuery,
    actor: optional(text(200, { description: 'Only rows of this actor' })),
    operation: optional(text(60, { description: 'Only of this operation' })),
    subject: optional(
      text(200, { description: 'Only rows of this subject, or of a kind of subjects, such as `card:`' }),
    ),
    outcome: optional(text(200, { description: 'Only with this outcome' })),
    containing: optional(
      text(100, { description: 'Only rows whose operation, subject or outcome contains this text, in any case' }),
    ),
    changes_only: optional(
      oneOf(['true', 'false'], {
        description: 'true: omit rows of reads, except refused ones, and rows of the seals of decisions',
      }),
    ),
    ...itemsQuery,
  }),
  refusesUnknownQuery: true,
  request: null,
  response: pageOf(AuditRow),
  errors: [],
});
