import { TASK_SCOPES, type Task } from '@cardwright/contract';
import { callerLog, readPersons } from '../access/index.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import type { OperationContext } from '../operation/index.ts';
import { type PaymentRequestRow, readOpenPaymentRequests, readOwnPaymentRequests } from './payment-request-store.ts';
import type { DerivedTask, ReadTaskPeople, TaskPerson, TaskSource } from './task-source.ts';
import { readAssignments, readComments } from './task-store.ts';

export interface TaskDeps {
  readonly sources: readonly TaskSource[];
  readonly people: ReadTaskPeople;
}

const PAYMENT_PREFIX = 'payment-request';

interface FoundTask extends DerivedTask {
  readonly payment?: PaymentRequestRow;
}

/** Returns the log of the caller's tenant. The operator and networks have no tasks. */
export function taskLog({ caller }: Pick<OperationContext, 'caller'>): Result<string, 'wrong_bank'> {
  if (caller.bankId !== undefined || caller.acquirerId !== undefined) return ok(callerLog(caller));
  return fail('wrong_bank', { message: 'Only banks and acquirers have tasks' });
}

/** Reads the tasks that wait for the caller, oldest first, and the people of the tenant who can have tasks. */
export async function readTasks(
  { sources, people }: TaskDeps,
  context: OperationContext,
  log: string,
): Promise<{ readonly tasks: readonly Task[]; readonly people: readonly TaskPerson[] }> {
  const foundTasks = [...(await derivedTasks(sources, context)), ...(await paymentTasks(context))];
  const known = await people(context.tx, context.caller);
  return { tasks: await toTasks(context, log, foundTasks, known), people: known };
}

/** Finds a task of the caller. Reads only the tasks of its kind, and the assignment and the comments of this one. */
export async function findTask(
  deps: TaskDeps,
  context: OperationContext,
  log: string,
  taskId: string,
): Promise<{ readonly task: Task; readonly people: readonly TaskPerson[] } | undefined> {
  const [prefix] = taskId.split(':', 1);
  const foundTasks =
    prefix === PAYMENT_PREFIX
      ? await paymentTasks(context)
      : await derivedTasks(
          deps.sources.filter((source) => source.prefix === prefix),
          context,
        );
  const people = await deps.people(context.tx, context.caller);
  const [task] = await toTasks(
    context,
    log,
    foundTasks.filter(({ id }) => id === taskId),
    people,
  );
  return task && { task, people };
}

/** Returns the task of a payment request for the response. */
export async function paymentTask(deps: TaskDeps, context: OperationContext, log: string, row: PaymentRequestRow) {
  const known = await deps.people(context.tx, context.caller);
  const [task] = await toTasks(context, log, [toPaymentTask(row)], known);
  return task as Task;
}

async function derivedTasks(sources: readonly TaskSource[], context: OperationContext): Promise<FoundTask[]> {
  const foundTasks: DerivedTask[] = [];
  for (const { kind, read } of sources) {
    if (context.caller.scopes.has(TASK_SCOPES[kind])) foundTasks.push(...(await read(context)));
  }
  const persons = await personsOf(
    context,
    foundTasks.flatMap(({ barred = [] }) => barred),
  );
  const isBarred = ({ barred = [] }: DerivedTask) =>
    barred.some((one) => one !== null && persons.isSame(one, context.caller.clientId));
  return foundTasks.filter((one) => !isBarred(one));
}

async function paymentTasks({ tx, caller }: OperationContext): Promise<FoundTask[]> {
  if (caller.bankId === undefined) return [];
  const rows = new Map<string, PaymentRequestRow>();
  const open = caller.scopes.has(TASK_SCOPES.PAYMENT_REQUEST) ? await readOpenPaymentRequests(tx, caller.bankId) : [];
  for (const row of [...open, ...(await readOwnPaymentRequests(tx, caller.bankId, caller.clientId))]) {
    rows.set(row.payment_request_id, row);
  }
  return [...rows.values()].map(toPaymentTask);
}

function toPaymentTask(row: PaymentRequestRow): FoundTask {
  return {
    id: `${PAYMENT_PREFIX}:${row.payment_request_id}`,
    kind: 'PAYMENT_REQUEST',
    subject: `account:${row.account_number}`,
    reference: row.payment_request_id,
    about: row.merchant_id,
    since: row.requested_at,
    requestedBy: row.requested_by,
    requestedByName: row.requested_by_name,
    payment: row,
  };
}

function personsOf({ tx, caller }: OperationContext, others: readonly (string | null | undefined)[]) {
  const names = others.filter((name) => typeof name === 'string');
  return readPersons(tx, caller.bankId ?? callerLog(caller), [caller.clientId, ...names]);
}

async function toTasks(
  context: OperationContext,
  log: string,
  foundTasks: readonly FoundTask[],
  people: readonly TaskPerson[],
): Promise<Task[]> {
  const ids = foundTasks.map(({ id }) => id);
  const assigned = new Map(
    (await readAssignments(context.tx, log, ids)).map(({ task_id, assignee }) => [task_id, assignee]),
  );
  const comments = await readComments(context.tx, log, ids);
  const persons = await personsOf(
    context,
    foundTasks.map(({ requestedBy }) => requestedBy),
  );
  const nameOf = (subject: string | null) => people.find((one) => one.subject === subject)?.name ?? null;
  const tasks = foundTasks.map(({ id, kind, subject, reference, about, since, requestedBy = null, ...more }) => ({
    ...{ task_id: id, kind, subject, reference, about, since: since.toISOString() },
    requested_by: requestedBy,
    requested_by_name: more.requestedByName ?? nameOf(requestedBy),
    is_own: requestedBy !== null && persons.isSame(requestedBy, context.caller.clientId),
    assignee: assigned.get(id) ?? null,
    assignee_name: nameOf(assigned.get(id) ?? null),
    comments: comments
      .filter(({ task_id }) => task_id === id)
      .map((one) => ({
        by: one.commented_by,
        by_name: one.commented_by_name,
        at: one.commented_at.toISOString(),
        text: one.comment,
      })),
    payment: more.payment === undefined ? null : toPaymentResponse(more.payment),
  }));
  return tasks.sort((one, other) => (one.since < other.since ? -1 : one.since > other.since ? 1 : 0));
}

function toPaymentResponse(row: PaymentRequestRow): Task['payment'] {
  return {
    state: row.state,
    account_number: row.account_number,
    retrieval_reference_number: row.retrieval_reference,
    merchantId: row.merchant_id,
    maxAmount: row.max_amount,
    currency: row.currency,
    reason: row.reason,
    decided_by: row.decided_by,
    decided_by_name: row.decided_by_name,
    decided_at: row.decided_at?.toISOString() ?? null,
    comment: row.decision_comment,
    exception_id: row.exception_id,
  };
}
