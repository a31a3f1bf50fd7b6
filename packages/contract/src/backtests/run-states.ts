/** States of a run. WAITING and RUNNING continue without a request; the other states are final. */
export const RUN_STATES = ['WAITING', 'RUNNING', 'DONE', 'CANCELLED', 'FAILED'] as const;
export type RunState = (typeof RUN_STATES)[number];
