const DAY_MS = 86_400_000;

/** In milliseconds. A message that has waited this long becomes dead, whether it was tried or not. */
export const MESSAGE_LIFETIME_MS = 30 * DAY_MS;
