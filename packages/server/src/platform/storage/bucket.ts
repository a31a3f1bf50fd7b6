/** Into which the accounts of all banks are divided. */
export const BUCKET_COUNT = 256;

/**
 * The bucket of an account, as `account_bucket` of the database has it: a hash that never changes, as all rows of an
 * account lie under it. 0 for what belongs to no account.
 */
export function bucketOf(accountId: bigint): number {
  return ((Number(BigInt.asUintN(16, accountId)) * 40_503) & 0xff_ff) >>> 8;
}
