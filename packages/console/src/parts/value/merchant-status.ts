/** Answers of webhook endpoints are REJECTED too, and are called by another word. */
export function merchantStatus(status: string): string {
  return status === 'REJECTED' ? 'MERCHANT_REJECTED' : status;
}
