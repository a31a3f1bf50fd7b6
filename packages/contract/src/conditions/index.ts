export * from './check-condition.ts';
export * from './compile-condition.ts';
export * from './condition.ts';
export * from './condition-fields.ts';
export * from './condition-schema.ts';
export { scaledAmount } from './condition-values.ts';
export * from './judge-condition.ts';
export * from './named-limits.ts';
