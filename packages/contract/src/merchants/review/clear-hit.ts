import { defineHitDecision } from './hit-decision.ts';

/** The hit no longer keeps the merchant from being approved. */
export const clearHit = defineHitDecision({
  id: 'merchants.clear-hit',
  sdk: 'merchantApplications.clearHit',
  title: 'Clear a hit of the screening',
  description: 'Decides that a hit of the screening does not stand in the way. The reason stays with the hit.',
  action: 'clear',
});
