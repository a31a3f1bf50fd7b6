export * from './operations.ts';
export * from './restriction-type.ts';
