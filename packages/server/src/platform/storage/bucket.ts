/** Number of buckets that the accounts of all banks are divided into. */
export const BUCKET_COUNT = 256;

/**
 * The bucket of an account, equal to `account_bucket` of the database: a hash that never changes, because all rows of
 * an account are stored under it. 0 for rows without an account.
 */
export function bucketOf(accountId: bigint): number {
  return ((Number(BigInt.asUintN(16, accountId)) * 40_503) & 0xff_ff) >>> 8;
}
