export * from './check-token-notification.ts';
export * from './operations.ts';
export * from './token.ts';
export * from './token-notification.ts';
