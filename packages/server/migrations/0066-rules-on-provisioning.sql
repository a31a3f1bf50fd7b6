-- what the rule is evaluated on: authorizations, or requests for tokens. Its versions have effects of that kind.
alter table rules add column subject text not null default 'authorization' check (subject in ('authorization', 'provisioning'));
alter table rule_versions drop constraint rule_versions_effect_check;
alter table rule_versions add constraint rule_versions_effect_check
  check (effect in ('05', '57', '62', 'decline', 'require_code', 'approve'));
