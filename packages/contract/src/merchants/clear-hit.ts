import { defineHitDecision } from './hit-decision.ts';

/** The hit no longer keeps the merchant from being approved. */
export const clearHit = defineHitDecision({
  id: 'merchants.clear-hit',
  title: 'Clear a hit of the screening',
  action: 'clear',
});
