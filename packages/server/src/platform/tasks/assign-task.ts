import { assignTask } from '@cardwright/contract';
import { fail, ok } from '../kernel/result.ts';
import { implementRest } from '../operation/index.ts';
import { findTask, type TaskDeps, taskLog } from './read-tasks.ts';
import { writeAssignment } from './task-store.ts';

/** Assigns a task to a person who can do it, or removes the assignment (docs/interface/tasks.md#assign). */
export function assignTaskOperation(deps: TaskDeps) {
  return implementRest(assignTask, async (context, { params, body }) => {
    const log = taskLog(context);
    if (!log.ok) return log;
    const foundTask = await findTask(deps, context, log.value, params.task_id);
    if (foundTask === undefined) return fail('task_not_found');
    const { task, people } = foundTask;
    const { assignee } = body;
    const person = people.find(({ subject, kinds }) => subject === assignee && kinds.includes(task.kind));
    if (assignee !== null && person === undefined) {
      const message = 'must be a person who can do the task';
      return fail('value_not_allowed', { subject: task.subject, path: 'assignee', message });
    }
    const { tx, caller, now, audit } = context;
    await writeAssignment(tx, log.value, task.task_id, assignee, { at: now, by: caller.clientId });
    const change = { before: { assignee: task.assignee }, after: { assignee } };
    audit(log.value, `task:${task.task_id}`, 'assigned', { about: task.subject }, change);
    return ok({ body: { ...task, assignee, assignee_name: person?.name ?? null } });
  });
}
