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
    request_id: text(60, { description: 'Request id, as in the header X-Request-Id of the response' }),
    from_address: Type.Union([text(60), Type.Null()], { description: 'Address of the caller' }),
    details: members('Further details'),
    before: members('Changed values before the change'),
    after: members('Changed values after the change'),
    sealed: Type.Boolean({
      description: 'Whether the row is in the hash chain. The server adds a row about a second after writing it',
    }),
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
  query: record({
    ...timeQuery,
    actor: optional(text(200, { description: 'Only rows with this actor' })),
    operation: optional(text(60, { description: 'Only rows with this operation' })),
    subject: optional(
      text(200, { description: 'Only rows with this subject, or with subjects of this kind, such as `card:`' }),
    ),
    outcome: optional(text(200, { description: 'Only rows with this outcome' })),
    containing: optional(
      text(100, { description: 'Only rows whose operation, subject or outcome contains this text, ignoring case' }),
    ),
    changes_only: optional(
      oneOf(['true', 'false'], {
        description: 'true: omit rows of reads that were not refused, and rows that seal decisions',
      }),
    ),
    ...itemsQuery,
  }),
  refusesUnknownQuery: true,
  response: pageOf(AuditRow),
});
