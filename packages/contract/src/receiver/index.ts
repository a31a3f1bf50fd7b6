export * from './notification-codes.ts';
export * from './operations.ts';
