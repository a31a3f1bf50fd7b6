import { defineHitDecision } from './hit-decision.ts';

/** The hit no longer prevents the approval of the merchant. */
export const clearHit = defineHitDecision({
  id: 'merchants.clear-hit',
  sdk: 'merchantApplications.clearHit',
  title: 'Clear a screening hit',
  description: 'Records that a screening hit does not prevent approval. The reason is stored with the hit.',
  action: 'clear',
});
