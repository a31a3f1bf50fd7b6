export * from './export.ts';
export * from './export-lists.ts';
export * from './operations.ts';
