export * from './operations.ts';
export {
  EMBOSSING_OVERDUE_HOURS,
  MOST_OWN_PAYMENT_REQUESTS,
  MOST_TASK_COMMENTS,
  MOST_TASKS_OF_KIND,
  type PaymentRequestState,
  TASK_KINDS,
  TASK_SCOPES,
  Task,
  type TaskKind,
} from './task.ts';
