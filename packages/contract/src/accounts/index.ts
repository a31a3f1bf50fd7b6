export * from './account-identifier.ts';
export * from './operations.ts';
