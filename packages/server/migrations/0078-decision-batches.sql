-- owner: authorization. The Merkle tree over the decisions of each bank (docs/audit.md#decisions), a leaf for each batch. Append-only.
create table decision_batches (
  bank_id                 text not null,
  -- from 0, without a gap
  batch_no                bigint not null,
  sealed_at               timestamptz not null,
  -- times of its first and its last decision
  first_at                timestamptz not null,
  last_at                 timestamptz not null,
  -- the decision up to which the tree has all that are in the index, in its order
  until_at                timestamptz not null,
  until_key               bigint not null,
  until_account           bigint not null,
  -- of the data key from which the salts of its decisions derive
  key_version             integer not null,
  -- hashes of the decisions, 32 bytes each
  leaves                  bytea not null,
  -- hashes of the complete subtrees that end with this batch, the lowest first, 32 bytes each
  nodes                   bytea not null,
  -- the root of the tree up to this batch
  root                    bytea not null,
  primary key (bank_id, batch_no)
);
create index decision_batches_by_time on decision_batches (bank_id, last_at, first_at);
