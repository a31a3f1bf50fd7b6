/** Where relays listen for messages that were committed. */
export const OUTBOX_CHANNEL = 'cardwright_outbox';
