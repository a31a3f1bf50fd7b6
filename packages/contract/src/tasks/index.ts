export * from './operations.ts';
export {
  EMBOSSING_OVERDUE_HOURS,
  EMERGENCY_CHANGE_HOURS,
  MAX_OWN_PAYMENT_REQUESTS,
  MAX_TASK_COMMENTS,
  MAX_TASKS_OF_KIND,
  type PaymentRequestState,
  TASK_KINDS,
  TASK_SCOPES,
  Task,
  type TaskKind,
} from './task.ts';
