export type { PaymentDeps } from './payment-deps.ts';
export { taskOperations } from './task-operations.ts';
export type { DerivedTask, ReadTaskPeople, TaskSource } from './task-source.ts';
