export * from './limit.ts';
export * from './operations.ts';
