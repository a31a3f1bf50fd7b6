import { defineRest } from '../operation.ts';
import { record, text } from '../schema/fields.ts';

export const endSession = defineRest({
  id: 'people.end-session',
  sdk: 'sessions.end',
  title: 'End a session',
  description:
    'Ends a session of the caller immediately. With the scope people:write, ends any session of the bank or acquirer.',
  reference: 'docs/interface/people.md#end',
  method: 'DELETE',
  path: '/console/sessions/{session_id}',
  unversioned: true,
  scope: 'sessions:own',
  widerScope: 'people:write',
  params: record({
    session_id: text(20, { fieldFormat: 'digits', description: 'Id of the session, as in the list of sessions' }),
  }),
  response: record({ session_id: text(20, { description: 'Id of the ended session' }) }),
  takesIdempotencyKey: true,
  errors: ['session_not_found'],
});
