export * from './client-note.ts';
export * from './operations.ts';
