export * from './check-token-notification.ts';
export { type ExplainableProvisioning, explainProvisioning } from './explain-provisioning.ts';
export * from './operations.ts';
export * from './provisioning.ts';
export * from './provisioning-event.ts';
export * from './provisioning-sources.ts';
export * from './token.ts';
export * from './token-controls.ts';
export * from './token-notification.ts';
