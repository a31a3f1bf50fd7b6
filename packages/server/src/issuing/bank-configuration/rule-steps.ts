import { type Configuration, checkCondition, type JsonObject } from '@cardwright/contract';
import { readUtc } from '../../platform/kernel/time/read-utc.ts';
import type { RuleRow, RuleVersionRow } from '../rules/index.ts';
import { type ConfigurationStep, isSame, type StepCall } from './configuration-step.ts';

type ConfiguredRule = NonNullable<Configuration['rules']>[number];

export interface StoredRule {
  readonly rule: RuleRow;
  /** Newest first. */
  readonly versions: readonly RuleVersionRow[];
}

/**
 * A rule that differs from its live version is written and proposed, unless the same content is proposed already. A live
 * rule that the configuration does not name is retired. Drafts, shadow rules and proposals of others stay as they are.
 */
export function ruleSteps(requested: readonly ConfiguredRule[], stored: readonly StoredRule[]): ConfigurationStep[] {
  const steps = requested.flatMap((rule, at): ConfigurationStep[] => {
    const known = stored.find((one) => one.rule.name === rule.name);
    const live = known && liveOf(known);
    const after = requestedContent(rule);
    if (live !== undefined && isSame(contentOf(known, live), after)) return [];
    const newest = known?.versions[0];
    const isProposed = newest?.state === 'PROPOSED' && isSame(contentOf(known, newest), after);
    return [
      {
        kind: 'rule',
        name: rule.name,
        action: isProposed ? 'AWAIT' : 'PROPOSE',
        before: live === undefined ? null : contentOf(known, live),
        after,
        path: `rules[${at}]`,
        version: known === undefined ? 'new' : known.versions.map(({ version, state }) => version + state).join(),
        calls: isProposed ? [] : proposalCalls(rule, known),
      },
    ];
  });
  const others = stored.filter(({ rule }) => !requested.some(({ name }) => name === rule.name));
  const ends = others.flatMap((known): ConfigurationStep[] => {
    const live = liveOf(known);
    if (live === undefined) return [];
    const { name, rule_id } = known.rule;
    const { version } = live;
    const retire = (): StepCall => ({ operation: 'rules.retire-rule', params: { rule_id }, body: { version } });
    const before = contentOf(known, live);
    const step = { kind: 'rule', name, action: 'REMOVE', path: 'rules', before, after: null } as const;
    return [{ ...step, version: String(version), calls: [retire] }];
  });
  return [...steps, ...ends];
}

/** Returns the live version of a rule in the form of the configuration. */
export function toConfiguredRule(known: StoredRule): ConfiguredRule | undefined {
  const live = liveOf(known);
  if (live === undefined) return undefined;
  const { on, ...content } = contentOf(known, live);
  const members = Object.entries(content).filter(([, value]) => value !== null);
  return {
    name: known.rule.name,
    ...(on === 'provisioning' && { on }),
    ...Object.fromEntries(members),
  } as unknown as ConfiguredRule;
}

function liveOf({ versions }: StoredRule): RuleVersionRow | undefined {
  return versions.find(({ state }) => state === 'LIVE');
}

function contentOf(known: StoredRule | undefined, version: RuleVersionRow) {
  const { effect, description, condition, from_at: from, until_at: until } = version;
  return {
    on: known?.rule.subject ?? 'authorization',
    effect,
    description,
    condition: JSON.parse(condition) as JsonObject,
    from: from?.toISOString() ?? null,
    until: until?.toISOString() ?? null,
  };
}

function requestedContent(rule: ConfiguredRule) {
  const { on = 'authorization', effect, description = null, condition, from, until } = rule;
  const time = (text: string | undefined) => (text === undefined ? null : (readUtc(text)?.toISOString() ?? text));
  // conditions are stored as the check returns them
  const checked = checkCondition(condition as never, 'condition', on).condition ?? condition;
  const plain = JSON.parse(JSON.stringify(checked)) as JsonObject;
  return { on, effect, description, condition: plain, from: time(from), until: time(until) };
}

function proposalCalls(rule: ConfiguredRule, known: StoredRule | undefined): ConfigurationStep['calls'] {
  const { name, on, ...content } = rule;
  const move =
    (operation: string) =>
    ({ rule_id }: JsonObject): StepCall => ({ operation, params: { rule_id: rule_id as string }, body: {} });
  const write = (): StepCall =>
    known === undefined
      ? { operation: 'rules.create-rule', body: rule as never }
      : { operation: 'rules.change-rule', params: { rule_id: known.rule.rule_id }, body: content as never };
  return [write, move('rules.shadow-rule'), move('rules.propose-rule')];
}
