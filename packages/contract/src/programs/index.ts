export * from './operations.ts';
export * from './program.ts';
