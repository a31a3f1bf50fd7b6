-- Each authorization was written into both, for filters that most often find something among the newest rows anyway.
drop index listed_authorizations_by_mcc;
drop index listed_authorizations_by_country;
