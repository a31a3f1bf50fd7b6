-- owner: rules. Why somebody approved a version, and why it was ended or rejected, in their words. Null where they said nothing.
alter table rule_versions add column approved_reason text;
alter table rule_versions add column retired_reason text;
