import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { RULE_RELATIONS, type RuleAnalysis, type RuleRelation } from '@cardwright/contract';
import { openClient } from '../connection/open-client.ts';
import { EXIT_FAILED } from '../output/exit-codes.ts';
import { print } from '../output/print.ts';
import { jsonLine } from '../output/show-json.ts';
import { UsageError } from '../output/usage-error.ts';
import { exampleLine } from './example-line.ts';
import type { ProveOptions } from './rule-options.ts';

type Answer = RuleAnalysis['answers'][number];

/** Analyzes the rule of a file against the live rules. Fails unless every check of a pipeline is proved. */
export async function proveRule(file: string, options: ProveOptions): Promise<void> {
  const { promises, expect: expected, limit, proposal } = options;
  if (expected !== undefined && !RULE_RELATIONS.some((known) => known === expected)) {
    throw new UsageError(`--expect must be one of ${RULE_RELATIONS.join(', ')}`);
  }
  const { account: account_number, card: card_identifier_id, product: product_code } = options;
  const hasSubject = (account_number ?? card_identifier_id ?? product_code) !== undefined;
  if (proposal !== undefined && !hasSubject) throw new UsageError('--proposal needs --account, --card or --product');
  const name = basename(file, '.json');
  const rule = await readJson(file);
  const { description: _, ...content } = rule as Record<string, unknown>;
  const request = {
    rule: { ...content, name },
    ...(promises !== undefined && { promises: await readJson(promises) }),
    ...(hasSubject && { subject: { account_number, card_identifier_id, product_code } }),
    ...(proposal !== undefined && { proposal: await readJson(proposal) }),
    ...(limit !== undefined && { limit_ms: limit }),
  };
  const client = await openClient(options);
  // The gateway reports errors in a file, with their paths.
  const analysis = await client.rules.analyze(request as never);
  const faults = faultsOf(analysis, expected as RuleRelation | undefined);
  if (options.json) print(jsonLine({ ...analysis, faults }));
  else printAnalysis(analysis, faults);
  if (faults.length > 0) process.exitCode = EXIT_FAILED;
}

async function readJson(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new UsageError(`file ${file} not found`);
  });
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${file}: the content must be JSON`);
  }
}

/**
 * Findings that fail the command. A rule should match something, but not everything, and should change a decision. It
 * must keep the promises.
 */
const MUST_FAIL: Readonly<Record<string, string>> = {
  MATCHES_NOTHING: 'no message can meet the rule',
  MATCHES_EVERYTHING: 'every message meets the rule',
  ADDS_NOTHING: 'the rules before it already decline every message that meets it',
  NEVER_DECIDES: 'other parts of the decision already decline every payment there that meets it',
};

function faultsOf({ answers, relation }: RuleAnalysis, expected: RuleRelation | undefined): string[] {
  const faults = answers.flatMap((answer): string[] => {
    const { question, verdict, other } = answer;
    if (question === 'KEEPS_PROMISE') return verdict === 'PROVED' ? [] : [`promise ${other}: ${BROKEN[verdict]}`];
    const fault = MUST_FAIL[question];
    if (fault === undefined || verdict === 'COUNTEREXAMPLE') return [];
    return [verdict === 'PROVED' ? fault : `not decided in time: whether ${fault}`];
  });
  if (expected !== undefined && relation !== expected) {
    faults.push(`the relation to the live version is ${relation ?? 'unknown, because there is none'}, not ${expected}`);
  }
  return faults;
}

const BROKEN = { COUNTEREXAMPLE: 'broken', UNDECIDED: 'not decided in time' } as const;

const STATEMENTS: Readonly<Record<string, string>> = {
  MATCHES_NOTHING: 'matches nothing',
  MATCHES_EVERYTHING: 'matches every message',
  ADDS_NOTHING: 'adds nothing to the rules before it',
  SHADOWED_BY: 'declines only what is declined already by',
  SHADOWS: 'leaves nothing to decline for',
  IMPLIES: 'matches only what is matched by',
  IMPLIED_BY: 'matches everything that is matched by',
  EXCLUDES: 'matches nothing that is matched by',
  DECLINES_NOTHING_NEW: 'declines nothing new',
  APPROVES_NOTHING_NEW: 'approves nothing new',
  KEEPS_PROMISE: 'keeps the promise',
  APPROVES_NOTHING: 'leaves no payment that is approved there',
  NEVER_DECIDES: 'never decides there',
  DECLINED_BEFORE_BY: 'declines there only what is declined before by',
};

function printAnalysis(analysis: RuleAnalysis, faults: string[]): void {
  const { name, answers, relation, compared_with: other, free, assumes } = analysis;
  if (other !== null) print(`${name} is ${relation} compared with ${other.name}, version ${other.version}`);
  for (const answer of answers) print(`${VERDICTS[answer.verdict]}: ${STATEMENTS[answer.question]}${about(answer)}`);
  if (free.length > 0) print(`Any value is possible for: ${free.join(', ')}`);
  if (assumes.length > 0) print(`Assumed to decline nothing: ${assumes.join(', ')}`);
  for (const fault of faults) print(`FAULT: ${fault}`);
}

const VERDICTS = { PROVED: 'proved', COUNTEREXAMPLE: 'refuted', UNDECIDED: 'not decided in time' } as const;

function about({ other, example }: Answer): string {
  const of = other === undefined ? '' : ` ${other}`;
  if (example === undefined) return of;
  const { before, after } = example.decision ?? {};
  const decision = before === undefined ? '' : `\n  decided: ${before}, with the change ${after}`;
  return `${of}\n  ${exampleLine(example)}${decision}`;
}
