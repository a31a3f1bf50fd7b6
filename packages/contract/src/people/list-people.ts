import Type from 'typebox';
import { defineRest } from '../operation.ts';
import { exactInstantField, list, oneOf, record, text } from '../schema/fields.ts';
import { nextCursor, pageQuery } from '../schema/page.ts';
import { ROLES } from './roles.ts';

export const listPeople = defineRest({
  id: 'people.list-people',
  sdk: 'people.list',
  title: 'List people',
  description:
    "Lists the people who have signed in to the caller's bank or acquirer, with the roles last reported by the provider, newest first.",
  reference: 'docs/interface/people.md#people',
  method: 'GET',
  path: '/console/people',
  unversioned: true,
  scope: 'people:read',
  query: record(pageQuery),
  response: record({
    people: list(
      record({
        subject: text(600, { description: 'Person, as in the audit log and in approvals' }),
        name: text(200, { description: 'Name from the identity provider' }),
        provider: text(40, { description: 'Identity provider of the person; `sandbox` for demo people' }),
        roles: list(oneOf(ROLES, { component: 'Role' }), { description: 'Roles last reported by the provider' }),
        first_signed_in_at: exactInstantField(),
        last_signed_in_at: exactInstantField(),
        last_seen_at: text(30, { description: 'Time of the last use of any session of the person, ISO 8601 UTC' }),
        open_sessions: Type.Integer({ description: 'Number of open sessions' }),
      }),
      { description: 'People, latest sign-in first' },
    ),
    next_cursor: nextCursor,
  }),
});
