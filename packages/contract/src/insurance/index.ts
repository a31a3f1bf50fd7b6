export * from './insurance-program.ts';
export * from './operations.ts';
