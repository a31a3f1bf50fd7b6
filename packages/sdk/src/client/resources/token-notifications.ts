// Written by scripts/documents/write-docs.mjs from the operations of the contract. Do not edit it.
import { listNotifications, readActivation, receiveTokenNotification } from '@cardwright/contract';
import type { CallMethod, MethodFactory, PagedMethod } from '../call-method.ts';

/** Token notifications that a bank receives. */
export interface TokenNotificationCalls {
  /** Receive a token notification. */
  readonly send: CallMethod<typeof receiveTokenNotification>;
  /** List received notifications. */
  readonly list: PagedMethod<typeof listNotifications, 'notifications'>;
  /** Get an activation code. */
  readonly retrieveActivation: CallMethod<typeof readActivation, ['id']>;
}

export function makeTokenNotifications({ one, paged }: MethodFactory): TokenNotificationCalls {
  return {
    send: one(receiveTokenNotification),
    list: paged(listNotifications, 'notifications'),
    retrieveActivation: one(readActivation, 'id'),
  };
}
