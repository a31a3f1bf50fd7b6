import { defineRest } from '../operation.ts';
import { exactInstantField, flag, list, oneOf, optional, record, text } from '../schema/fields.ts';
import { nextCursor, pageQuery } from '../schema/page.ts';
import { ROLES } from './roles.ts';

export const listSessions = defineRest({
  id: 'people.list-sessions',
  sdk: 'sessions.list',
  title: 'List sessions',
  description:
    'Lists the open sessions of the person, newest first. With the scope people:read, lists all sessions of the bank or acquirer.',
  reference: 'docs/interface/people.md#sessions',
  method: 'GET',
  path: '/console/sessions',
  unversioned: true,
  scope: 'sessions:own',
  widerScope: 'people:read',
  params: record({}),
  query: record(pageQuery),
  request: null,
  response: record({
    sessions: list(
      record({
        session_id: text(20, { description: 'Id of the session' }),
        subject: text(600, { description: 'The person' }),
        name: text(200, { description: 'Of the person' }),
        roles: list(oneOf(ROLES, { component: 'Role' }), { description: 'As the provider last reported' }),
        started_at: exactInstantField(),
        last_used_at: exactInstantField(),
        expires_at: text(30, { description: 'ISO 8601 UTC: end of the session at the latest' }),
        from_address: optional(text(45, { description: 'Address of the sign-in' })),
        user_agent: optional(text(200, { description: 'As the browser reports' })),
        current: flag({ description: 'Whether it is the session of this request' }),
      }),
      { description: 'Newest first' },
    ),
    next_cursor: nextCursor,
  }),
  errors: [],
});
