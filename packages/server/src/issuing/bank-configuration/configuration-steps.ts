import type { Configuration } from '@cardwright/contract';
import { type Failure, fail, ok, type Success } from '../../platform/kernel/result.ts';
import type { OperationContext } from '../../platform/operation/index.ts';
import { type BankDirectory, bankOfCaller } from '../banks/index.ts';
import { type ConfigurationState, lockConfigurationState } from './configuration-state.ts';
import type { ConfigurationStep } from './configuration-step.ts';
import { endpointSteps } from './endpoint-steps.ts';
import { listSteps } from './list-steps.ts';
import { programSteps } from './program-steps.ts';
import { ruleSteps } from './rule-steps.ts';

/** The member that names the objects of each section. */
const NAMES = {
  merchant_lists: 'name',
  programs: 'product_code',
  rules: 'name',
  webhook_endpoints: 'url',
} as const;

interface PlannedSteps {
  readonly bankId: string;
  /** In the order of their execution: programs and rules can name lists. */
  readonly steps: readonly ConfigurationStep[];
}

/** Compares the bank with a configuration, and locks what it compares until the transaction ends. */
export async function planSteps(
  { tx, caller, now }: OperationContext,
  banks: BankDirectory,
  configuration: Configuration,
): Promise<Success<PlannedSteps> | Failure<'wrong_bank' | 'scope_missing' | 'value_not_allowed' | 'field_missing'>> {
  const calling = bankOfCaller(caller, banks);
  if (!calling.ok) return calling;
  const { bankId } = calling.value;
  if (configuration.webhook_endpoints !== undefined && !caller.scopes.has('webhooks:read')) {
    return fail('scope_missing', { message: 'webhook_endpoints needs the scope webhooks:read' });
  }
  const findings = repeatedNames(configuration);
  if (findings.length > 0) return fail('value_not_allowed', { findings });
  const state = await lockConfigurationState(tx, bankId, caller);
  const conflicts = [...missingEntries(configuration, state), ...changedSubjects(configuration, state)];
  if (conflicts.length > 0) return fail(conflicts[0]!.error, { findings: conflicts });
  const { merchant_lists: requested } = configuration;
  const lists = requested === undefined ? [] : await listSteps(tx, bankId, requested, state.lists);
  return ok({ bankId, steps: [...lists, ...otherSteps(configuration, state, now)] });
}

function otherSteps(
  { programs, rules, webhook_endpoints: endpoints }: Configuration,
  state: ConfigurationState,
  now: Date,
): ConfigurationStep[] {
  return [
    ...(programs === undefined ? [] : programSteps(programs, state.programs, now)),
    ...(rules === undefined ? [] : ruleSteps(rules, state.rules)),
    ...(endpoints === undefined ? [] : endpointSteps(endpoints, state.endpoints)),
  ];
}

function repeatedNames(configuration: Configuration) {
  return (Object.keys(NAMES) as (keyof typeof NAMES)[]).flatMap((section) => {
    const objects = (configuration[section] ?? []) as readonly Record<string, unknown>[];
    const names = objects.map((object) => object[NAMES[section]]);
    return names.flatMap((name, at) =>
      names.indexOf(name) === at
        ? []
        : [
            {
              path: `configuration.${section}[${at}].${NAMES[section]}`,
              error: 'value_not_allowed' as const,
              message: 'is there already',
            },
          ],
    );
  });
}

/** Finds lists that are sent without entries and that the bank does not have in this kind. */
function missingEntries({ merchant_lists: requested = [] }: Configuration, { lists }: ConfigurationState) {
  return requested.flatMap(({ name, kind, entries }, at) =>
    entries !== undefined || lists.some((row) => row.name === name && row.kind === kind)
      ? []
      : [
          {
            path: `configuration.merchant_lists[${at}].entries`,
            error: 'field_missing' as const,
            message: 'must be sent for a list that the bank does not have in this kind',
          },
        ],
  );
}

/** Finds rules with another subject than the stored rule, because the subject of a rule cannot change. */
function changedSubjects({ rules: requested = [] }: Configuration, { rules }: ConfigurationState) {
  return requested.flatMap(({ name, on = 'authorization' }, at) => {
    const subject = rules.find(({ rule }) => rule.name === name)?.rule.subject ?? on;
    const message = `is ${subject} for the rule of this name, and cannot change`;
    return subject === on
      ? []
      : [{ path: `configuration.rules[${at}].on`, error: 'value_not_allowed' as const, message }];
  });
}
