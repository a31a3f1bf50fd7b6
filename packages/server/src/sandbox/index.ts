export { DEMO_CONFIGURATION } from './demo-configuration.ts';
export { seedSandbox } from './fixtures.ts';
export { type MovableClock, openMovableClock } from './movable-clock.ts';
export { connectOwnEndpoint } from './own-endpoint.ts';
export { registerSandboxRoutes } from './routes.ts';
export { welcomeLines } from './welcome.ts';
