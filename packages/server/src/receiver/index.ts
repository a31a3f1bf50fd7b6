export { listNotificationsOperation } from './list-notifications.ts';
export { deleteReceivedBefore } from './notification-store.ts';
export { createReceiver } from './receive-token-notification.ts';
export { findBanksWithSandboxKeys } from './receiver-key-store.ts';
export { openReceiverKeys, type ReceiverKeys, receiverKeyProblem, setReceiverKeys } from './receiver-keys.ts';
export { receivedPayloadContext, senderKeyContext } from './receiver-seal-contexts.ts';
