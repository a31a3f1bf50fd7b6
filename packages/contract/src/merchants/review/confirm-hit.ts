import { defineHitDecision } from './hit-decision.ts';

/** The hit is correct, and prevents the approval of the merchant. */
export const confirmHit = defineHitDecision({
  id: 'merchants.confirm-hit',
  sdk: 'merchantApplications.confirmHit',
  title: 'Confirm a screening hit',
  description: 'Records that a screening hit is correct. A merchant with a confirmed hit cannot be approved.',
  action: 'confirm',
});
