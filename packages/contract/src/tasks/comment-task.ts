import { defineRest } from '../operation.ts';
import { record, text } from '../schema/fields.ts';
import { Task, taskPath } from './task.ts';

export const commentTask = defineRest({
  id: 'tasks.comment-task',
  sdk: 'tasks.comment',
  title: 'Comment on a task',
  description: 'Adds a comment to a task. Card numbers in the text are masked.',
  reference: 'docs/interface/tasks.md#comment',
  method: 'POST',
  path: '/tasks/{task_id}/comments',
  scope: 'tasks:write',
  params: taskPath,
  request: record({ text: text(500, { description: 'Text of the comment, visible to everyone who sees the task' }) }),
  response: Task,
  takesIdempotencyKey: true,
  errors: ['task_not_found'],
});
