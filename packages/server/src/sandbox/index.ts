export { DEMO_CALLERS, DEMO_CONFIGURATION } from './demo-configuration.ts';
export { DEMO_DAYS, fillDemoData } from './demo-data/fill-demo-data.ts';
export { DEMO_PEOPLE } from './demo-people.ts';
export { type MovableClock, openMovableClock, readClockOffset } from './movable-clock.ts';
export { connectOwnEndpoint } from './own-endpoint.ts';
export { registerSandboxRoutes } from './routes.ts';
export { seedSandbox } from './seed-sandbox.ts';
export { welcomeLines } from './welcome.ts';
