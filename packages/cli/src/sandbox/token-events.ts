/** Which notification is wanted, by its type and the indicator of its event. */
export const EVENTS = {
  AC: 'an activation code was issued',
  TC: 'a token became active',
  'TD-3': 'a token was deactivated',
  'TD-4': 'a token was deleted',
  'TD-6': 'a token was suspended',
  TE: 'a token was resumed',
} as const;
export type TriggeredEvent = keyof typeof EVENTS;
