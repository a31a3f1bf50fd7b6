export { deleteExpiredActivations } from './activation-store.ts';
export { deleteReceivedBefore } from './notification-store.ts';
export { createReceiver } from './receive-token-notification.ts';
export { findBanksWithSandboxKeys } from './receiver-key-store.ts';
export { openReceiverKeys, type ReceiverKeys, receiverKeyProblem, setReceiverKeys } from './receiver-keys.ts';
export { receiverOperations } from './receiver-operations.ts';
export { receivedActivationContext, receivedPayloadContext, senderKeyContext } from './receiver-seal-contexts.ts';
export { reindexReceiverKeys } from './reindex-receiver-keys.ts';
