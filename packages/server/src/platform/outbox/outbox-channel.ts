/** The channel on which relays listen for committed messages. */
export const OUTBOX_CHANNEL = 'cardwright_outbox';
