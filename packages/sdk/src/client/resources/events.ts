// Written by scripts/documents/write-docs.mjs from the operations of the contract. Do not edit it.
import { listEvents, readEvent } from '@cardwright/contract';
import type { CallMethod, MethodFactory, PagedMethod } from '../call-method.ts';

/** Events of the caller, whether or not an endpoint receives them. */
export interface EventCalls {
  /** List events. */
  readonly list: PagedMethod<typeof listEvents, 'items'>;
  /** Get an event. */
  readonly retrieve: CallMethod<typeof readEvent, ['notification_id']>;
}

export function makeEvents({ one, paged }: MethodFactory): EventCalls {
  return {
    list: paged(listEvents, 'items'),
    retrieve: one(readEvent, 'notification_id'),
  };
}
