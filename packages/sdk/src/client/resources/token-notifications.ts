// Written by scripts/write-docs.mjs from the operations of the contract. Do not edit it.
import { listNotifications, readActivation, receiveTokenNotification } from '@cardwright/contract';
import type { CallMethod, MethodMaker, PagedMethod } from '../call-method.ts';

/** Token notifications that a bank receives. */
export interface TokenNotificationCalls {
  /** Token notification, FI side. */
  readonly send: CallMethod<typeof receiveTokenNotification>;
  /** Received token notifications. */
  readonly list: PagedMethod<typeof listNotifications, 'notifications'>;
  /** Activation code of a received notification. */
  readonly retrieveActivation: CallMethod<typeof readActivation, ['id']>;
}

export function makeTokenNotifications({ one, paged }: MethodMaker): TokenNotificationCalls {
  return {
    send: one(receiveTokenNotification),
    list: paged(listNotifications, 'notifications'),
    retrieveActivation: one(readActivation, 'id'),
  };
}
