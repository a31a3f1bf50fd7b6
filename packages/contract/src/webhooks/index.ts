export * from './change-event.ts';
export * from './change-events.ts';
export * from './event-batch.ts';
export * from './event-scopes.ts';
export * from './operations.ts';
export * from './webhook-endpoint.ts';
export * from './webhook-events.ts';
export * from './webhook-payloads.ts';
