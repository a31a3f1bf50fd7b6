-- owner: merchants. Where a search finds merchants: the words of their names and ids, folded as kernel/folded-words.ts folds them.
-- Records are stored as they were sent, so this tells nothing that they do not.
create table merchant_words (
  acquirer_id             text not null,
  merchant_id             text not null,
  word                    text collate "C" not null,
  primary key (acquirer_id, merchant_id, word)
);
create index merchant_words_by_word on merchant_words (acquirer_id, word, merchant_id);

-- Names that are here already are folded by the database, which knows case alone; the next change of a name does it well.
insert into merchant_words (acquirer_id, merchant_id, word)
select distinct m.acquirer_id, m.merchant_id, left(w.word, 40)
  from merchants m
 cross join lateral regexp_split_to_table(lower(concat_ws(' ', m.merchant_name, m.legal_name, m.merchant_id)), '[^[:alnum:]]+') as w (word)
 where w.word <> '';

-- What was sent for boarding before the newest submission, as JSON text, until it is boarded.
alter table merchants add column earlier_record text;

-- A search finds the applications of a merchant, also those that amended it.
create index merchant_amendments_of_merchant on merchant_amendments (acquirer_id, merchant_id);

create or replace view merchants_under_review as
select m.acquirer_id, m.application_id, m.merchant_id, m.merchant_no as place, null::text[] as amendments, null::text as proposed, m.status,
       m.sequence, m.kyc, m.kyc_confirmed_by, m.reviewed_by, m.approved_by, m.merchant_state, m.merchant_name,
       m.legal_name, m.mcc, m.trn, m.screening_hits, m.standing_hits, m.screening_attempts, m.screening_problem,
       m.next_screening_at, m.information_required, m.changed_at
  from merchants m
union all
select a.acquirer_id, a.application_id, a.merchant_id, 100000000000000000 + a.amendment_no, a.types, a.amendment, a.status, m.sequence, m.kyc,
       m.kyc_confirmed_by, a.reviewed_by, a.approved_by, m.merchant_state, m.merchant_name, m.legal_name, m.mcc, m.trn,
       a.screening_hits, a.standing_hits, a.screening_attempts, a.screening_problem, a.next_screening_at, null, a.changed_at
  from merchant_amendments a
  join merchants m on m.acquirer_id = a.acquirer_id and m.merchant_id = a.merchant_id;
