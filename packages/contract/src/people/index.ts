export * from './network-status.ts';
export * from './operations.ts';
export * from './roles.ts';
export * from './service-status.ts';
export * from './session.ts';
