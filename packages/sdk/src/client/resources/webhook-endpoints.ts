// Written by scripts/documents/write-docs.mjs from the operations of the contract. Do not edit it.
import {
  changeEndpoint,
  deleteEndpoint,
  listAttempts,
  listEndpoints,
  listMessages,
  readEndpoint,
  registerEndpoint,
  replayMessages,
  rotateSecret,
  skipMessage,
  testEndpoint,
} from '@cardwright/contract';
import type { CallMethod, MethodFactory, PagedMethod } from '../call-method.ts';

/** Endpoints that receive events. */
export interface WebhookEndpointCalls {
  /** Register a webhook endpoint. */
  readonly register: CallMethod<typeof registerEndpoint>;
  /** List webhook endpoints. */
  readonly list: CallMethod<typeof listEndpoints>;
  /** Get a webhook endpoint. */
  readonly retrieve: CallMethod<typeof readEndpoint, ['endpoint_id']>;
  /** Update a webhook endpoint. */
  readonly update: CallMethod<typeof changeEndpoint, ['endpoint_id']>;
  /** Delete a webhook endpoint. */
  readonly delete: CallMethod<typeof deleteEndpoint, ['endpoint_id']>;
  /** Rotate keys of a webhook endpoint. */
  readonly rotateSecret: CallMethod<typeof rotateSecret, ['endpoint_id']>;
  /** Test a webhook endpoint. */
  readonly test: CallMethod<typeof testEndpoint, ['endpoint_id']>;
  /** List delivery attempts. */
  readonly listAttempts: PagedMethod<typeof listAttempts, 'attempts', ['endpoint_id']>;
  /** List messages of a webhook endpoint. */
  readonly listMessages: PagedMethod<typeof listMessages, 'messages', ['endpoint_id']>;
  /** Replay messages. */
  readonly replay: CallMethod<typeof replayMessages, ['endpoint_id']>;
  /** Skip a message. */
  readonly skipMessage: CallMethod<typeof skipMessage, ['endpoint_id', 'notification_id']>;
}

export function makeWebhookEndpoints({ one, paged }: MethodFactory): WebhookEndpointCalls {
  return {
    register: one(registerEndpoint),
    list: one(listEndpoints),
    retrieve: one(readEndpoint, 'endpoint_id'),
    update: one(changeEndpoint, 'endpoint_id'),
    delete: one(deleteEndpoint, 'endpoint_id'),
    rotateSecret: one(rotateSecret, 'endpoint_id'),
    test: one(testEndpoint, 'endpoint_id'),
    listAttempts: paged(listAttempts, 'attempts', 'endpoint_id'),
    listMessages: paged(listMessages, 'messages', 'endpoint_id'),
    replay: one(replayMessages, 'endpoint_id'),
    skipMessage: one(skipMessage, 'endpoint_id', 'notification_id'),
  };
}
