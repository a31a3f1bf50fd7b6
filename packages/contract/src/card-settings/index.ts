export * from './operations.ts';
export * from './settings-fields.ts';
export * from './shown-settings.ts';
