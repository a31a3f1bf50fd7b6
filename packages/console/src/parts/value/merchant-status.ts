/** Distinguishes the merchant status REJECTED from the same status of webhook deliveries, which has another word. */
export function merchantStatus(status: string): string {
  return status === 'REJECTED' ? 'MERCHANT_REJECTED' : status;
}
