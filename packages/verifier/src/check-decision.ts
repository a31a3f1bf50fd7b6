import { type JsonObject, type JsonValue, writeCanonicalJson } from '@cardwright/contract';
import { type Check, fails, holds, unknown } from './check.ts';
import type { Engine } from './engines.ts';

/** Decides the message again, and compares each step of the trace and the outcome with the record. */
export function checkDecision(record: JsonObject, facts: JsonObject, engines: ReadonlyMap<number, Engine>): Check {
  const version = record.rule_version as number;
  const engine = engines.get(version);
  if (engine === undefined) {
    return unknown(
      'DECISION',
      `This verifier has no engine for version ${version} of the rules. Use a newer verifier.`,
    );
  }
  let outcome: JsonObject;
  try {
    outcome = engine(record.message as JsonObject, facts, record.decided_at as string);
  } catch (error) {
    return fails('DECISION', `The decision cannot be made again on these facts: ${(error as Error).message}.`);
  }
  const difference = differenceIn(outcome, record);
  return difference === undefined
    ? holds('DECISION', `Made again on its facts, the decision is the same: ${record.action_code}, ${record.rule}.`)
    : fails('DECISION', `Made again on its facts, the decision differs: ${difference}.`);
}

function differenceIn(outcome: JsonObject, record: JsonObject): string | undefined {
  const [again, recorded] = [stepsOf(outcome), stepsOf(record)];
  for (let at = 0; at < Math.max(again.length, recorded.length); at += 1) {
    const [made = [], stored = []] = [again[at], recorded[at]];
    if (writeCanonicalJson(made) !== writeCanonicalJson(stored)) {
      return `the rule ${stored[0] ?? made[0]} saw ${textOf(stored)} in the log, and sees ${textOf(made)} now`;
    }
  }
  const name = Object.keys(outcome).find(
    (one) => writeCanonicalJson(outcome[one] as JsonValue) !== writeCanonicalJson(record[one] ?? null),
  );
  return name === undefined
    ? undefined
    : `${name} is ${textOf(record[name])} in the log, and ${textOf(outcome[name])} now`;
}

/** The steps of a trace. A file can have anything in their place, and then they differ. */
function stepsOf({ trace }: JsonObject): readonly JsonValue[][] {
  return Array.isArray(trace) ? trace.map((step) => (Array.isArray(step) ? step : [step])) : [];
}

function textOf(value: JsonValue | undefined): string {
  return Array.isArray(value) && value.length === 0 ? 'nothing' : writeCanonicalJson(value ?? null);
}
