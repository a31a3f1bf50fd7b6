import type { Implementations } from '../operation/index.ts';
import type { Vault } from '../vault/index.ts';
import { listNotificationsOperation } from './list-notifications.ts';
import { readActivationOperation } from './read-activation.ts';

/** Returns all operations except receiving itself, which has a separate surface (receive-token-notification.ts). */
export function receiverOperations({ vault }: { readonly vault: Vault }): Implementations {
  return { rest: [listNotificationsOperation(vault), readActivationOperation(vault)] };
}
