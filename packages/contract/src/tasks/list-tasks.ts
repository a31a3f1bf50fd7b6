import { defineRest } from '../operation.ts';
import { list, oneOf, record, text, whole } from '../schema/fields.ts';
import { MAX_TASKS_OF_KIND, TASK_KINDS, Task } from './task.ts';

export const listTasks = defineRest({
  id: 'tasks.list-tasks',
  sdk: 'tasks.list',
  title: 'List tasks',
  description:
    "Lists the tasks that the caller can perform (approvals, reviews, payment requests, emergency changes, failing endpoints and overdue embossing) and the caller's own payment requests.",
  reference: 'docs/interface/tasks.md#list',
  method: 'GET',
  path: '/tasks',
  scope: 'tasks:read',
  refusesUnknownQuery: true,
  response: record({
    items: list(Task, { description: `Tasks, at most ${MAX_TASKS_OF_KIND} of each kind, oldest first` }),
    counts: list(record({ kind: oneOf(TASK_KINDS, { component: 'TaskKind' }), count: whole(1, 10_000) }), {
      description: 'Number of tasks of each kind',
    }),
    people: list(
      record({
        subject: text(600, { description: 'Value for assignee' }),
        name: text(200),
        kinds: list(oneOf(TASK_KINDS, { component: 'TaskKind' }), {
          description: 'Kinds of tasks that the person can perform',
        }),
      }),
      { description: 'People to whom tasks can be assigned' },
    ),
  }),
});
