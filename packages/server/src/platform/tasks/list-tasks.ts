import { listTasks, TASK_KINDS } from '@cardwright/contract';
import { ok } from '../kernel/result.ts';
import { implementRest } from '../operation/index.ts';
import { readTasks, type TaskDeps, taskLog } from './read-tasks.ts';

/** Lists the tasks that wait for the caller (docs/interface/tasks.md#list). */
export function listTasksOperation(deps: TaskDeps) {
  return implementRest(listTasks, async (context) => {
    const log = taskLog(context);
    if (!log.ok) return log;
    const { tasks, people } = await readTasks(deps, context, log.value);
    context.audit(log.value, 'tasks', 'read', { tasks: tasks.length });
    const counts = TASK_KINDS.map((kind) => ({ kind, count: tasks.filter((one) => one.kind === kind).length }));
    return ok({
      body: {
        items: [...tasks],
        counts: counts.filter(({ count }) => count > 0),
        people: people.map(({ kinds, ...person }) => ({ ...person, kinds: [...kinds] })),
      },
    });
  });
}
