/**
 * The slow test files that check each change, in addition to `npm test`: one or two for each guarantee that can be
 * tested only with separate processes. All others run each night (`npm run test:all`), because a change should not wait
 * for an hour.
 */
export const CI_TESTS = [
  // Configuration as code, and the conformance runner for other implementations.
  'packages/cli/src/configuration/configuration.slow.test.ts',
  'packages/cli/src/conformance/run-cases.slow.test.ts',
  // The packed SDK in an empty project, with other runtimes.
  'packages/sdk/src/package.slow.test.ts',
  'packages/server/src/acquiring/onboarding/generated-onboarding.slow.test.ts',
  'packages/server/src/host/assembly/observability/anchor-sender.slow.test.ts',
  // Keys that are rotated and destroyed.
  'packages/server/src/host/keys/content-rotation.slow.test.ts',
  'packages/server/src/host/keys/data-rotation.slow.test.ts',
  'packages/server/src/host/keys/destroy-content-keys.slow.test.ts',
  // The same messages over HTTP and over ISO 8583.
  'packages/server/src/issuing/iso8583/protocol-parity.slow.test.ts',
  'packages/server/src/platform/access/proxy/client-certificates.slow.test.ts',
  'packages/server/src/platform/access/sign-in-flood.slow.test.ts',
  // The work of people in the console.
  'packages/server/src/testing/console/console-boarding.slow.test.ts',
  'packages/server/src/testing/console/console-controls.slow.test.ts',
  'packages/server/src/testing/console/console-decisions.slow.test.ts',
  'packages/server/src/testing/console/console-issuing.slow.test.ts',
  'packages/server/src/testing/console/console-review.slow.test.ts',
  'packages/server/src/testing/console/console-tasks.slow.test.ts',
  // Servers behind a pooler and a proxy, which are killed and restarted.
  'packages/server/src/testing/database/pooler.slow.test.ts',
  'packages/server/src/testing/system/rolling-restart.slow.test.ts',
  'packages/server/src/testing/system/server-crash.slow.test.ts',
];
