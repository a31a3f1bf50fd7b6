import { defineHitDecision } from './hit-decision.ts';

/** It does not stand in the way of the merchant. */
export const clearHit = defineHitDecision({
  id: 'merchants.clear-hit',
  title: 'Clear a hit of the screening',
  action: 'clear',
});
