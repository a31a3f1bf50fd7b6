export * from './account-exception.ts';
export * from './account-identifier.ts';
export * from './operations.ts';
