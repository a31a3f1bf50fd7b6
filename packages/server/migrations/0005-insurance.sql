-- owner: insurance. What a bank offers. Comes from its configuration; a program that this does not name any more stays,
-- because cards hold it.
create table insurance_programs (
  bank_id                 text not null references banks,
  code                    text not null check (code in
                            ('01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12')),
  name                    text not null check (char_length(name) between 1 and 255),
  -- the twelve of the interface, all texts
  parameters              jsonb not null,
  primary key (bank_id, code)
);

-- owner: insurance. A program that a card holds or held, as it is now.
create table insurance_enrolments (
  account_id              bigint not null,
  card_id                 bigint not null,
  code                    text not null,
  bank_id                 text not null,
  -- F in force, R cancelled by the cardholder, U by the underwriter
  status                  char(1) not null check (status in ('F', 'R', 'U')),
  -- counts the changes
  version                 integer not null,
  primary key (account_id, card_id, code)
);

-- owner: insurance. Append-only: every change of an enrolment.
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
  primary key (account_id, card_id, code, version)
);
