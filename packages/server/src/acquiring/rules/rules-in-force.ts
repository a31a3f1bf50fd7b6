import type { ChangeKind, OnboardingRules, OnboardingRulesInForce } from '@cardwright/contract';
import type { Caller } from '../../platform/access/index.ts';
import { type Failure, fail, ok, type Success } from '../../platform/kernel/result.ts';
import type { Tx } from '../../platform/storage/index.ts';
import type { StoredAcquirer } from '../acquirers/acquirer-store.ts';
import { callerAcquirer } from '../acquirers/caller-acquirer.ts';
import { toOnboardingRules } from '../acquirers/stored-rules.ts';
import { findConfiguration, type RulesVersionRow, readRulesVersions } from './onboarding-rules-store.ts';

export interface RulesDeps {
  readonly kindsForSecondPerson: (caller: Caller) => ReadonlySet<ChangeKind>;
}

/** The rules in force of the caller's acquirer. Version 0 has the rules of the configuration file. */
export interface RulesInForce {
  readonly acquirerId: string;
  readonly version: number;
  readonly rules: OnboardingRules;
  readonly configuration: StoredAcquirer;
  /** Newest first. */
  readonly versions: readonly RulesVersionRow[];
}

export async function readRulesInForce(tx: Tx, caller: Caller): Promise<Success<RulesInForce> | Failure<'wrong_bank'>> {
  const calling = callerAcquirer(caller);
  if (!calling.ok) return calling;
  const acquirerId = calling.value;
  const configuration = await findConfiguration(tx, acquirerId);
  if (configuration === undefined) {
    return fail('wrong_bank', { message: 'This acquirer is not configured on this server' });
  }
  const versions = await readRulesVersions(tx, acquirerId);
  const [newest] = versions;
  const rules = toOnboardingRules(newest?.rules ?? configuration);
  return ok({ acquirerId, version: newest?.version ?? 0, rules, configuration, versions });
}

export function toRulesResponse(
  { acquirerId, version, rules, configuration: { screening }, versions }: RulesInForce,
  second_person: ReadonlySet<ChangeKind>,
): OnboardingRulesInForce {
  return {
    acquirer_id: acquirerId,
    version,
    rules,
    versions: versions.map(({ rules: stored, changed_at, ...row }) => ({
      ...row,
      rules: toOnboardingRules(stored),
      changed_at: changed_at.toISOString(),
    })),
    second_person: [...second_person],
    screening: screening ? { url: screening.url, timeout_ms: screening.timeoutMs, attempts: screening.attempts } : null,
  };
}
