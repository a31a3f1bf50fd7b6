import { statement, type Tx } from '../../platform/storage/index.ts';

export interface ExistingChain {
  chain_id: string;
  record: string;
  /** Whether the chain has a merchant that is neither rejected nor sent again with this request, or may get one. */
  has_other_merchants: boolean;
}

const selectChains = statement(
  'merchants.find-chains',
  `select c.chain_id, c.record,
          exists (select from merchants m
                   where m.acquirer_id = $1 and m.chain_id = c.chain_id and m.status <> 'REJECTED'
                     and m.merchant_id <> all ($3))
          or exists (select from merchant_amendments a
                      where a.acquirer_id = $1 and a.chain_id = c.chain_id
                        and a.status in ('SCREENING', 'PENDING_APPROVAL')) as has_other_merchants
     from merchant_chains c where c.acquirer_id = $1 and c.chain_id = any($2::text[])`,
);

export function findChains(
  tx: Tx,
  acquirerId: string,
  ids: readonly string[],
  continuing: readonly string[],
): Promise<ExistingChain[]> {
  return tx.query(selectChains, [acquirerId, ids, continuing]);
}

const upsertChains = statement(
  'merchants.write-chains',
  `insert into merchant_chains (acquirer_id, chain_id, record, created_at)
   select $1, c.*, $4::timestamptz from unnest($2::text[], $3::text[]) as c
   on conflict (acquirer_id, chain_id) do update set record = excluded.record`,
);

export async function writeChains(
  tx: Tx,
  acquirerId: string,
  chains: readonly { chainId: string; record: string }[],
  at: Date,
): Promise<void> {
  const ids = chains.map(({ chainId }) => chainId);
  await tx.query(upsertChains, [acquirerId, ids, chains.map(({ record }) => record), at]);
}

const selectChain = statement(
  'merchants.select-chain',
  'select record from merchant_chains where acquirer_id = $1 and chain_id = $2',
);

/** Returns the record of a chain as it was sent. */
export async function readStoredChain(tx: Tx, acquirerId: string, chainId: string): Promise<string | undefined> {
  return (await tx.query<{ record: string }>(selectChain, [acquirerId, chainId]))[0]?.record;
}
