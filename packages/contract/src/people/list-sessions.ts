import { defineRest } from '../operation.ts';
import { exactInstantField, flag, list, oneOf, optional, record, text } from '../schema/fields.ts';
import { nextCursor, pageQuery } from '../schema/page.ts';
import { ROLES } from './roles.ts';

export const listSessions = defineRest({
  id: 'people.list-sessions',
  sdk: 'sessions.list',
  title: 'List sessions',
  description:
    'Lists the open sessions of the caller, newest first. With the scope people:read, lists all open sessions of the bank or acquirer.',
  reference: 'docs/interface/people.md#sessions',
  method: 'GET',
  path: '/console/sessions',
  unversioned: true,
  scope: 'sessions:own',
  widerScope: 'people:read',
  query: record(pageQuery),
  response: record({
    sessions: list(
      record({
        session_id: text(20, { description: 'Id of the session' }),
        subject: text(600, { description: 'Person who signed in' }),
        name: text(200, { description: 'Name of the person' }),
        roles: list(oneOf(ROLES, { component: 'Role' }), { description: 'Roles last reported by the provider' }),
        started_at: exactInstantField(),
        last_used_at: exactInstantField(),
        expires_at: text(30, { description: 'Latest end of the session, ISO 8601 UTC' }),
        from_address: optional(text(45, { description: 'IP address at sign-in' })),
        user_agent: optional(text(200, { description: 'User agent reported by the browser' })),
        current: flag({ description: 'Whether this session sent the request' }),
      }),
      { description: 'Sessions, newest first' },
    ),
    next_cursor: nextCursor,
  }),
});
