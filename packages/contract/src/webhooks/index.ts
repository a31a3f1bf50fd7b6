export * from './event-batch.ts';
export * from './event-scopes.ts';
export * from './operations.ts';
export * from './webhook-endpoint.ts';
export * from './webhook-events.ts';
