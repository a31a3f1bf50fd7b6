import { commentTask, MAX_TASK_COMMENTS } from '@cardwright/contract';
import { fail, ok } from '../kernel/result.ts';
import { cleanTexts, implementRest } from '../operation/index.ts';
import { findTask, type TaskDeps, taskLog } from './read-tasks.ts';
import { writeComment } from './task-store.ts';

/** Adds a comment to a task (docs/interface/tasks.md#comment). */
export function commentTaskOperation(deps: TaskDeps) {
  return implementRest(commentTask, async (context, { params, body }) => {
    const log = taskLog(context);
    if (!log.ok) return log;
    const foundTask = await findTask(deps, context, log.value, params.task_id);
    if (foundTask === undefined) return fail('task_not_found');
    const { task } = foundTask;
    const { tx, caller, now, audit } = context;
    const { text } = cleanTexts(commentTask, body, context);
    const by = caller.person?.name ?? null;
    await writeComment(tx, log.value, {
      ...{ task_id: task.task_id, comment: text, commented_at: now },
      ...{ commented_by: caller.clientId, commented_by_name: by },
    });
    const change = { before: null, after: { comment: text } };
    audit(log.value, `task:${task.task_id}`, 'commented', { about: task.subject }, change);
    const added = { by: caller.clientId, by_name: by, at: now.toISOString(), text };
    return ok({ body: { ...task, comments: [...task.comments, added].slice(-MAX_TASK_COMMENTS) } });
  });
}
