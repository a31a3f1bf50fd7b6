-- An approver returns merchants to review.
alter table merchant_reviews drop constraint merchant_reviews_action_check;
alter table merchant_reviews add constraint merchant_reviews_action_check check (action in
  ('REVIEWED', 'KYC_CONFIRMED', 'INFORMATION_REQUESTED', 'REJECTED', 'SCREENED_AGAIN', 'APPROVED', 'HIT_CLEARED',
   'HIT_CONFIRMED', 'RETURNED_TO_REVIEW'));
