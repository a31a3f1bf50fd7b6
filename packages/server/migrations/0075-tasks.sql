-- The caller to whom an approved change gives new keys, which only that caller's next rotation shows; null: nobody.
alter table webhook_endpoints add column keys_granted_to text;

-- owner: tasks. Payments that card operations are asked to allow.
create table payment_requests (
  bank_id                 text not null,
  payment_request_id      text not null,
  account_number          text not null,
  -- of the declined payment
  retrieval_reference     text,
  merchant_id             text not null,
  max_amount              text not null,
  currency                text not null,
  reason                  text not null,
  requested_at            timestamptz not null,
  requested_by            text not null,
  requested_by_name       text,
  state                   text not null check (state in ('OPEN', 'ALLOWED', 'DECLINED', 'DONE')),
  decided_at              timestamptz,
  decided_by              text,
  decided_by_name         text,
  decision_comment        text,
  exception_id            text,
  primary key (bank_id, payment_request_id)
);
create index payment_requests_open on payment_requests (bank_id, requested_at) where state = 'OPEN';
create index payment_requests_answered on payment_requests (bank_id, requested_by, requested_at) where state <> 'DONE';

-- owner: tasks. Who works on a task. Tasks are derived from the tables of their capabilities. bank_id is as in people.
create table task_assignments (
  bank_id                 text not null,
  task_id                 text not null,
  assignee                text not null,
  assigned_at             timestamptz not null,
  assigned_by             text not null,
  primary key (bank_id, task_id)
);

-- owner: tasks. Comments on tasks. bank_id is as in people.
create table task_comments (
  bank_id                 text not null,
  task_id                 text not null,
  comment_no              bigint generated always as identity,
  comment                 text not null,
  commented_at            timestamptz not null,
  commented_by            text not null,
  commented_by_name       text,
  primary key (bank_id, task_id, comment_no)
);
