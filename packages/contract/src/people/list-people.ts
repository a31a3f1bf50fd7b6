import Type from 'typebox';
import { defineRest } from '../operation.ts';
import { exactInstantField, list, oneOf, record, text } from '../schema/fields.ts';
import { nextCursor, pageQuery } from '../schema/page.ts';
import { ROLES } from './roles.ts';

export const listPeople = defineRest({
  id: 'people.list-people',
  sdk: 'people.list',
  title: 'People of the house',
  description:
    "Lists who has signed in to the caller's bank or acquirer, with the roles that the provider told last, newest first.",
  reference: 'docs/interface/people.md#people',
  method: 'GET',
  path: '/console/people',
  unversioned: true,
  scope: 'people:read',
  params: record({}),
  query: record(pageQuery),
  request: null,
  response: record({
    people: list(
      record({
        subject: text(600, { description: 'The person, as audit log and four eyes name them' }),
        name: text(200, { description: 'The name that the provider tells' }),
        provider: text(40, { description: 'Where the person signs in; `sandbox` for demo people' }),
        roles: list(oneOf(ROLES, { component: 'Role' }), { description: 'At the last look at the provider' }),
        first_signed_in_at: exactInstantField(),
        last_signed_in_at: exactInstantField(),
        last_seen_at: text(30, { description: 'ISO 8601 UTC: when a session of theirs was used last' }),
        open_sessions: Type.Integer({ description: 'Sessions that have not ended' }),
      }),
      { description: 'Who signed in last comes first' },
    ),
    next_cursor: nextCursor,
  }),
  errors: [],
});
