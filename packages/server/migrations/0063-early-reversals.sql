-- owner: authorization. Reversals that arrived before their original. An original that arrives later is declined (REVERSED_BEFORE).
create table early_reversals (
  -- '-' for a reversal by a network, whose original belongs to any bank
  bank_id                 text not null,
  retrieval_reference     bigint not null,
  -- empty: of any acquirer
  acquirer                text not null,
  -- -1: with any trace number
  system_trace            integer not null,
  -- the caller that must have sent the original; null for a reversal by the bank itself
  sender                  integer,
  arrived_at              timestamptz not null,
  expires_at              timestamptz not null,
  unique nulls not distinct (bank_id, retrieval_reference, acquirer, system_trace, sender)
);
create index early_reversals_expired on early_reversals (bank_id, expires_at);
