/** What screening compares and lists show; empty where an amendment does not have it. */
export interface MerchantFacts {
  readonly merchantName: string;
  readonly legalName: string;
  readonly mcc: string;
  readonly trn: string;
  readonly debitAccount: string;
  readonly creditAccount: string;
  readonly kyc: boolean;
}
