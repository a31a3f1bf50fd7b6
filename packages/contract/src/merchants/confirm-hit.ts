import { defineHitDecision } from './hit-decision.ts';

/** The hit is right: the merchant cannot be approved. */
export const confirmHit = defineHitDecision({
  id: 'merchants.confirm-hit',
  title: 'Confirm a hit of the screening',
  action: 'confirm',
});
