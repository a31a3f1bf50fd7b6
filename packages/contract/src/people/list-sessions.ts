import { defineRest } from '../operation.ts';
import { exactInstantField, flag, list, oneOf, optional, record, text } from '../schema/fields.ts';
import { nextCursor, pageQuery } from '../schema/page.ts';
import { ROLES } from './roles.ts';

export const listSessions = defineRest({
  id: 'people.list-sessions',
  sdk: 'sessions.list',
  title: 'Open sessions',
  description:
    "Lists sessions that have not ended, newest first: the person's own; with the scope people:read, all of the bank or acquirer.",
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
        session_id: text(20, { description: 'To end it by' }),
        subject: text(600, { description: 'The person' }),
        name: text(200, { description: 'Of the person' }),
        roles: list(oneOf(ROLES, { component: 'Role' }), { description: 'At the last look at the provider' }),
        started_at: exactInstantField(),
        last_used_at: exactInstantField(),
        expires_at: text(30, { description: 'ISO 8601 UTC: when it ends in any case' }),
        from_address: optional(text(45, { description: 'Where it was begun' })),
        user_agent: optional(text(200, { description: 'What the browser says it is' })),
        current: flag({ description: 'Whether it is the one that asks' }),
      }),
      { description: 'Newest first' },
    ),
    next_cursor: nextCursor,
  }),
  errors: [],
});
