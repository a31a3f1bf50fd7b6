export * from './merchant-list.ts';
export * from './operations.ts';
