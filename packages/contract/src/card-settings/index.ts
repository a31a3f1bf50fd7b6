export * from './operations.ts';
export * from './settings-answers.ts';
export * from './settings-fields.ts';
