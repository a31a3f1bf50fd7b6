import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, type TestServer, testServer } from '../testing/test-server.ts';
import { code, held, ok, type Received, startReceiver, status, type WebhookReceiver } from '../testing/webhook-receiver.ts';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const NOW = '2026-11-20T08:00:00.000Z';
const NOBODYS = '00000000-0000-4000-8000-000000000000';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server?.close());
