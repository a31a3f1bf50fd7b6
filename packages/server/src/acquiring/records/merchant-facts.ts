/** The facts that screening compares and lists show. Empty or false if an amendment does not send them. */
export interface MerchantFacts {
  readonly merchantName: string;
  readonly legalName: string;
  readonly mcc: string;
  readonly trn: string;
  readonly debitAccount: string;
  readonly creditAccount: string;
  readonly kyc: boolean;
}
