import { MAX_TASK_COMMENTS } from '@cardwright/contract';
import { statement, type Tx } from '../storage/index.ts';

export interface AssignmentRow {
  task_id: string;
  assignee: string;
}

const selectAssignments = statement(
  'tasks.select-assignments',
  'select task_id, assignee from task_assignments where bank_id = $1 and task_id = any($2::text[])',
);

export function readAssignments(tx: Tx, log: string, taskIds: readonly string[]): Promise<AssignmentRow[]> {
  return tx.query(selectAssignments, [log, taskIds]);
}

const upsertAssignment = statement(
  'tasks.upsert-assignment',
  `insert into task_assignments (bank_id, task_id, assignee, assigned_at, assigned_by) values ($1, $2, $3, $4, $5)
   on conflict (bank_id, task_id) do update
     set assignee = excluded.assignee, assigned_at = excluded.assigned_at, assigned_by = excluded.assigned_by`,
);
const deleteAssignment = statement(
  'tasks.delete-assignment',
  'delete from task_assignments where bank_id = $1 and task_id = $2',
);

export async function writeAssignment(
  tx: Tx,
  log: string,
  taskId: string,
  assignee: string | null,
  { at, by }: { readonly at: Date; readonly by: string },
): Promise<void> {
  if (assignee === null) await tx.query(deleteAssignment, [log, taskId]);
  else await tx.query(upsertAssignment, [log, taskId, assignee, at, by]);
}

export interface CommentRow {
  task_id: string;
  comment: string;
  commented_at: Date;
  commented_by: string;
  commented_by_name: string | null;
}

const selectComments = statement(
  'tasks.select-comments',
  `select task_id, comment, commented_at, commented_by, commented_by_name
     from (select *, row_number() over (partition by task_id order by comment_no desc) as place
             from task_comments where bank_id = $1 and task_id = any($2::text[])) newest
    where place <= $3 order by task_id, comment_no`,
);

/** Returns the newest comments of each task, newest last. */
export function readComments(tx: Tx, log: string, taskIds: readonly string[]): Promise<CommentRow[]> {
  return tx.query(selectComments, [log, taskIds, MAX_TASK_COMMENTS]);
}

const insertComment = statement(
  'tasks.insert-comment',
  `insert into task_comments (bank_id, task_id, comment, commented_at, commented_by, commented_by_name)
   values ($1, $2, $3, $4, $5, $6)`,
);

export async function writeComment(
  tx: Tx,
  log: string,
  { task_id, comment, commented_at, commented_by, commented_by_name }: CommentRow,
): Promise<void> {
  await tx.query(insertComment, [log, task_id, comment, commented_at, commented_by, commented_by_name]);
}
