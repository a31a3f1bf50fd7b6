import type { Condition, ConditionSubject, RuleEffect } from '@cardwright/contract';
import { queryOne, statement, type Tx } from '../../platform/storage/index.ts';

/** A range of editions in which a version is evaluated. */
export interface SpanRow {
  rule_id: string;
  name: string;
  number: number;
  version: number;
  kind: 'SHADOW' | 'LIVE';
  from_edition: bigint;
  until_edition: bigint | null;
  condition: string;
  /** The effect of a rule on authorizations; provisioningRulesAt reads rules on provisioning. */
  effect: RuleEffect;
  from_at: Date | null;
  until_at: Date | null;
}

/** Runs statements: a transaction, or the connection of a lane. */
export type RuleSource = Pick<Tx, 'query'>;

const selectSpans = statement(
  'rules.select-spans',
  `select s.rule_id, r.name, r.number, s.version, s.kind, s.from_edition, s.until_edition, v.condition, v.effect, v.from_at, v.until_at
     from rule_spans s
     join rules r on r.bank_id = s.bank_id and r.rule_id = s.rule_id
     join rule_versions v on v.bank_id = s.bank_id and v.rule_id = s.rule_id and v.version = s.version
    where s.bank_id = $1 and (s.until_edition is null or s.until_edition > $2) and r.subject = $3`,
);

/** Reads the versions that are evaluated on a subject in an edition or later. */
export function readSpans(
  on: RuleSource,
  bankId: string,
  edition: bigint,
  subject: ConditionSubject = 'authorization',
): Promise<SpanRow[]> {
  return on.query<SpanRow>(selectSpans, [bankId, edition, subject]);
}

const selectLive = statement(
  'rules.select-live-conditions',
  `select v.condition from rule_spans s
     join rule_versions v on v.bank_id = s.bank_id and v.rule_id = s.rule_id and v.version = s.version
    where s.bank_id = $1 and s.kind = 'LIVE' and s.until_edition is null`,
);

/** The conditions of the live rules, as JSON. */
export async function readLiveConditions(tx: Tx, bankId: string): Promise<string[]> {
  return (await tx.query<{ condition: string }>(selectLive, [bankId])).map(({ condition }) => condition);
}

export function isOfEdition(row: Pick<SpanRow, 'from_edition' | 'until_edition'>, edition: bigint): boolean {
  return row.from_edition <= edition && (row.until_edition === null || edition < row.until_edition);
}

export function ruleContentOf(row: SpanRow) {
  const { name, version, number, effect, from_at: from, until_at: until } = row;
  return { name, version, number, effect, from, until, condition: JSON.parse(row.condition) as Condition };
}

const insertSpan = statement(
  'rules.insert-span',
  `insert into rule_spans (bank_id, rule_id, version, kind, from_edition) values ($1, $2, $3, $4, $5)`,
);
const endSpans = statement(
  'rules.end-spans',
  `update rule_spans set until_edition = $4
    where bank_id = $1 and rule_id = $2 and version = $3 and until_edition is null`,
);

/** Changes how a version is evaluated from an edition on; without a kind, it is no longer evaluated. */
export async function moveSpan(
  tx: Tx,
  bankId: string,
  rule: { rule_id: string; version: number },
  kind: SpanRow['kind'] | undefined,
  edition: bigint,
): Promise<void> {
  await tx.query(endSpans, [bankId, rule.rule_id, rule.version, edition]);
  if (kind !== undefined) await tx.query(insertSpan, [bankId, rule.rule_id, rule.version, kind, edition]);
}

const selectEdition = statement('rules.select-edition', 'select edition from bank_editions where bank_id = $1');
const selectTimes = statement(
  'rules.select-edition-times',
  'select edition, at from edition_times where bank_id = $1 order by edition',
);

export async function readEdition(tx: Tx, bankId: string): Promise<bigint> {
  const [row] = await tx.query<{ edition: bigint }>(selectEdition, [bankId]);
  return row?.edition ?? 0n;
}

export function readEditionTimes(tx: Tx, bankId: string): Promise<{ edition: bigint; at: Date }[]> {
  return tx.query(selectTimes, [bankId]);
}

const countKinds = statement(
  'rules.count-spans',
  `select count(*) filter (where kind = 'LIVE')::int as live, count(*) filter (where kind = 'SHADOW')::int as shadow
     from rule_spans where bank_id = $1 and until_edition is null`,
);

export function countEvaluations(tx: Tx, bankId: string): Promise<{ live: number; shadow: number }> {
  return queryOne<{ live: number; shadow: number }>(tx, countKinds, [bankId]);
}
