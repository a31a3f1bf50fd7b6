import {
  changeEndpoint,
  deleteEndpoint,
  listAttempts,
  listAudit,
  listContractWarnings,
  listEndpoints,
  listEvents,
  listMessages,
  readAuditProof,
  readEndpoint,
  readEvent,
  registerEndpoint,
  replayMessages,
  rotateSecret,
  skipMessage,
  testEndpoint,
} from '@cardwright/contract';
import type { CallMethod, MethodMaker, PagedMethod } from './call-method.ts';

/** Where the caller is told of events. */
export interface WebhookEndpointCalls {
  /** Registers an endpoint. Its answer is the only one that shows the secret. */
  readonly register: CallMethod<typeof registerEndpoint>;
  /** Endpoints of the caller. */
  readonly list: CallMethod<typeof listEndpoints>;
  /** One endpoint. */
  readonly retrieve: CallMethod<typeof readEndpoint, ['endpoint_id']>;
  /** Changes, pauses or resumes an endpoint. */
  readonly update: CallMethod<typeof changeEndpoint, ['endpoint_id']>;
  /** Deletes an endpoint. */
  readonly delete: CallMethod<typeof deleteEndpoint, ['endpoint_id']>;
  /** Makes a new key; the old one signs too for a while. */
  readonly rotateSecret: CallMethod<typeof rotateSecret, ['endpoint_id']>;
  /** Sends a sample now. */
  readonly test: CallMethod<typeof testEndpoint, ['endpoint_id']>;
  /** Attempts to deliver, newest first. */
  readonly listAttempts: PagedMethod<typeof listAttempts, 'attempts', ['endpoint_id']>;
  /** Messages for an endpoint. */
  readonly listMessages: PagedMethod<typeof listMessages, 'messages', ['endpoint_id']>;
  /** Delivers messages again. */
  readonly replay: CallMethod<typeof replayMessages, ['endpoint_id']>;
  /** Skips a message that holds up its stream. */
  readonly skipMessage: CallMethod<typeof skipMessage, ['endpoint_id', 'notification_id']>;
}

export function makeWebhookEndpoints({ one, paged }: MethodMaker): WebhookEndpointCalls {
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

/** What callers are told, whether or not an endpoint gets it. */
export interface EventCalls {
  /** Events, newest first. */
  readonly list: PagedMethod<typeof listEvents, 'items'>;
  /** One event, and how it fares at each endpoint. */
  readonly retrieve: CallMethod<typeof readEvent, ['notification_id']>;
}

export function makeEvents({ one, paged }: MethodMaker): EventCalls {
  return {
    list: paged(listEvents, 'items'),
    retrieve: one(readEvent, 'notification_id'),
  };
}

/** Who did what. */
export interface AuditCalls {
  /** Rows of the log, newest first. */
  readonly list: PagedMethod<typeof listAudit, 'items'>;
  /** Where its chain ends, and whether its newest rows are as they were sealed. */
  readonly proof: CallMethod<typeof readAuditProof>;
}

export function makeAudit({ one, paged }: MethodMaker): AuditCalls {
  return {
    list: paged(listAudit, 'items'),
    proof: one(readAuditProof),
  };
}

/** Deviations of requests from the tables. */
export interface ContractWarningCalls {
  /** Those that were accepted, day by day. */
  readonly list: CallMethod<typeof listContractWarnings>;
}

export function makeContractWarnings({ one }: MethodMaker): ContractWarningCalls {
  return {
    list: one(listContractWarnings),
  };
}
