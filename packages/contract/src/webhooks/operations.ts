// Written by scripts/documents/write-docs.mjs from the files of this folder. Only the order in the list is chosen by hand.
import { changeEndpoint } from './change-endpoint.ts';
import { deleteEndpoint } from './delete-endpoint.ts';
import { listAttempts } from './list-attempts.ts';
import { listEndpoints } from './list-endpoints.ts';
import { listEvents } from './list-events.ts';
import { listMessages } from './list-messages.ts';
import { readEndpoint } from './read-endpoint.ts';
import { readEvent } from './read-event.ts';
import { registerEndpoint } from './register-endpoint.ts';
import { replayMessages } from './replay-messages.ts';
import { rotateSecret } from './rotate-secret.ts';
import { skipMessage } from './skip-message.ts';
import { testEndpoint } from './test-endpoint.ts';

export * from './change-endpoint.ts';
export * from './delete-endpoint.ts';
export * from './list-attempts.ts';
export * from './list-endpoints.ts';
export * from './list-events.ts';
export * from './list-messages.ts';
export * from './read-endpoint.ts';
export * from './read-event.ts';
export * from './register-endpoint.ts';
export * from './replay-messages.ts';
export * from './rotate-secret.ts';
export * from './skip-message.ts';
export * from './test-endpoint.ts';

export const WEBHOOKS_OPERATIONS = [
  registerEndpoint,
  listEndpoints,
  readEndpoint,
  changeEndpoint,
  deleteEndpoint,
  rotateSecret,
  testEndpoint,
  listAttempts,
  listMessages,
  replayMessages,
  skipMessage,
  listEvents,
  readEvent,
] as const;
