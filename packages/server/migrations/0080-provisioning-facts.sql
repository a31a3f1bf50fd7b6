-- JSON: the facts that decided, so that a backtest can decide again; null for decisions from before this migration and for requests
-- without a card
alter table token_provisionings add column facts text;
