import { defineHitDecision } from './hit-decision.ts';

/** The hit is right: the merchant cannot be approved. */
export const confirmHit = defineHitDecision({
  id: 'merchants.confirm-hit',
  sdk: 'merchantApplications.confirmHit',
  title: 'Confirm a hit of the screening',
  description: 'Decides that the merchant is what a hit of the screening says. It is not approved with such a hit.',
  action: 'confirm',
});
