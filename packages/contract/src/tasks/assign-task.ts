import Type from 'typebox';
import { defineRest } from '../operation.ts';
import { record, text } from '../schema/fields.ts';
import { Task, taskPath } from './task.ts';

export const assignTask = defineRest({
  id: 'tasks.assign-task',
  sdk: 'tasks.assign',
  title: 'Assign a task',
  description: 'Assigns a task to a person who can perform it, or removes the assignment.',
  reference: 'docs/interface/tasks.md#assign',
  method: 'PUT',
  path: '/tasks/{task_id}/assignee',
  scope: 'tasks:write',
  params: taskPath,
  request: record({
    assignee: Type.Union([text(600), Type.Null()], {
      description: '`subject` of a person from the list; null removes the assignment',
    }),
  }),
  response: Task,
  takesIdempotencyKey: true,
  errors: ['task_not_found'],
});
