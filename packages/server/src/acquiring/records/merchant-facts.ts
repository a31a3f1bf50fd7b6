/** What screening compares and lists show. Empty where an amendment does not send it. */
export interface MerchantFacts {
  readonly merchantName: string;
  readonly legalName: string;
  readonly mcc: string;
  readonly trn: string;
  readonly debitAccount: string;
  readonly creditAccount: string;
  readonly kyc: boolean;
}
