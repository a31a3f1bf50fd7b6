-- owner: cards. Finds the card of an EXID.
create table card_directory (
  bank_id                 text not null,
  exid                    text not null,
  account_id              bigint not null,
  card_id                 bigint not null,
  primary key (bank_id, exid)
);

-- owner: cards. Cards of the accounts. A replaced card stays as a row of its own under its old EXID, and is REPLACED forever. The row
-- of the number continues with the new plastic, so its restrictions, insurance, tokens and authorizations never move.
create sequence card_ids;
create table cards (
  account_id              bigint not null,
  card_id                 bigint not null,
  bank_id                 text not null,
  -- the cardholder
  client_id               bigint not null,
  exid                    text not null,
  product_code            text not null,
  bin                     text not null,
  masked_number           text not null,
  sequence_number         text not null,
  -- YYMM
  expiry                  char(4) not null,
  status                  text not null default 'ACTIVE'
                          check (status in ('ACTIVE', 'BLOCKED', 'LOST', 'STOLEN', 'CLOSED', 'REPLACED')),
  status_changed_at       timestamptz not null,
  cardholder_name         text not null,
  card_role               text not null check (card_role in ('P', 'S')),
  card_form               text not null check (card_form in ('V', 'P')),
  institution_id          text,
  custom_fields           jsonb,
  created_at              timestamptz not null,
  -- entries that can come into force, newest first, as JSON, and how many times they changed
  restrictions            text not null default '[]',
  restrictions_version    integer not null default 0,
  -- of a REPLACED card: the card that continues under its number
  replaced_by             bigint,
  -- the plastic before a renewal, which can be used until it expires; null: none
  earlier_expiry          char(4),
  earlier_sequence_number text,
  -- when the number of a closed card was deleted from the vault
  number_deleted_at       timestamptz,
  bucket                  smallint not null,
  primary key (bucket, account_id, card_id),
  constraint cards_replaced_by_check check ((status = 'REPLACED') = (replaced_by is not null))
);
-- Cards for which a renewal may be due.
create index cards_by_expiry on cards (bank_id, product_code, expiry) where status = 'ACTIVE' and card_form = 'P';
create index cards_closed_with_number on cards (bank_id, status_changed_at)
  where status = 'CLOSED' and number_deleted_at is null;
create index cards_of_client on cards (bank_id, client_id, created_at, card_id);
create index cards_of_bank on cards (bank_id, created_at, card_id);
create index cards_by_last_digits on cards (bank_id, right(masked_number, 4), created_at, card_id);
create index cards_by_status on cards (bank_id, status, created_at, card_id);

-- owner: card-settings. Hot: a batch reads the settings of its accounts, where it does not know their version yet.
create table account_settings (
  account_id              bigint not null,
  bank_id                 text not null,
  -- counts the changes, so that a server knows whether its cached settings are current
  version                 integer not null,
  -- JSON: the text of each field, in one form for each kind of field
  settings                text not null,
  changed_at              timestamptz not null,
  bucket                  smallint not null,
  primary key (bucket, account_id)
);

-- owner: restrictions. All changes, whether in force or not. Append-only.
create table card_restrictions (
  account_id              bigint not null,
  card_id                 bigint not null,
  -- the card's restrictions_version that it made
  version                 integer not null,
  bank_id                 text not null,
  restriction_type        text not null,
  is_allowed              boolean not null,
  -- last day in force, in the bank's time zone; null: without end
  end_date                date,
  allowed_values          text,
  actor                   text not null,
  changed_at              timestamptz not null,
  bucket                  smallint not null,
  primary key (bucket, account_id, card_id, version)
);

-- owner: insurance. Insurance programs that a bank offers, from its configuration. A program that the configuration no longer names
-- stays, because cards hold it.
create table insurance_programs (
  bank_id                 text not null references banks,
  code                    text not null check (code in
                            ('01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12')),
  name                    text not null check (char_length(name) between 1 and 255),
  -- the twelve parameters of the interface, all texts
  parameters              jsonb not null,
  primary key (bank_id, code)
);

-- owner: insurance. Current state of each program that a card holds or held.
create table insurance_enrolments (
  account_id              bigint not null,
  card_id                 bigint not null,
  code                    text not null,
  bank_id                 text not null,
  -- F in force, R cancelled by the cardholder, U by the underwriter
  status                  char(1) not null check (status in ('F', 'R', 'U')),
  -- counts the changes
  version                 integer not null,
  bucket                  smallint not null,
  primary key (bucket, account_id, card_id, code)
);

-- owner: insurance. All changes of an enrolment. Append-only.
create table insurance_history (
  account_id              bigint not null,
  card_id                 bigint not null,
  code                    text not null,
  -- the enrolment's version that it made
  version                 integer not null,
  bank_id                 text not null,
  -- null when the card was enrolled
  from_status             char(1) check (from_status in ('F', 'R', 'U')),
  to_status               char(1) not null check (to_status in ('F', 'R', 'U')),
  actor                   text not null,
  changed_at              timestamptz not null,
  bucket                  smallint not null,
  primary key (bucket, account_id, card_id, code, version)
);
