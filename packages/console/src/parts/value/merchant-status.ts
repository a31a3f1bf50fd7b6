/** The status of a merchant in PENDING_APPROVAL by the step that it awaits. */
export function awaitedStatus(step: string): 'AWAITING_REVIEW' | 'AWAITING_APPROVAL' {
  return step === 'APPROVAL' ? 'AWAITING_APPROVAL' : 'AWAITING_REVIEW';
}

/** Distinguishes the merchant status REJECTED from the same status of webhook deliveries, which has another word. */
export function merchantStatus(status: string): string {
  return status === 'REJECTED' ? 'MERCHANT_REJECTED' : status;
}
