import type { BankRule, PromiseCheck, RuleReport, RuleState } from '@cardwright/contract';
import type { ParametersOf } from '@cardwright/sdk/browser';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { isRunning, RUN_POLL_MS } from '../../parts/bank-run/bank-run-queries.ts';
import { useClient } from '../../session/session.ts';
import { usePages } from '../../session/use-pages.ts';

/** Counts are available a second after the decisions, and no one needs the latest one. */
const COUNTS_STALE_MS = 30_000;

export function useRules(state: RuleState | undefined) {
  const client = useClient();
  return usePages(['rules', 'list', state], (cursor, options) =>
    client.rules.list({ ...(state && { state }), ...cursor }, options),
  );
}

/** Reads a rule, and polls while the backtest of its proposal is in progress. */
export function useRule(ruleId: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['rules', 'one', ruleId],
    queryFn: async ({ signal }): Promise<BankRule> => client.rules.retrieve(ruleId, { signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.backtest !== undefined && isRunning(data.backtest) ? RUN_POLL_MS : false,
  });
}

const CHECK_POLL_MS = 2_000;

/** Reads the check of a proposal against promises, and polls until it is done. */
export function usePromiseCheck(ruleId: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['rules', 'promise-check', ruleId],
    queryFn: async ({ signal }) => client.rules.retrievePromiseCheck(ruleId, { signal }),
    refetchInterval: ({ state: { data } }) => (data?.state === 'PENDING' ? CHECK_POLL_MS : false),
  });
}

/** Analyzes a version once, with the whole decision at an account if one is named: an analysis is expensive. */
export function useAnalysis(ruleId: string, version: number, account: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['rules', 'analysis', ruleId, version, account],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const subject = account === '' ? {} : { subject: { account_number: account } };
      return client.rules.analyze({ rule_id: ruleId, version, ...subject }, { signal });
    },
  });
}

interface Days {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Reads the report of a rule for these days of the bank. */
export function useReport(ruleId: string, { from, to }: Days = {}) {
  const client = useClient();
  return useQuery({
    queryKey: ['rules', 'report', ruleId, from, to],
    staleTime: COUNTS_STALE_MS,
    queryFn: async ({ signal }): Promise<RuleReport> =>
      client.rules.report(ruleId, { ...(from && { from }), ...(to && { to }) }, { signal }),
  });
}

/** Changes rules, and invalidates their queries. */
export function useRuleChanges() {
  const { rules } = useClient();
  const cache = useQueryClient();
  const after = async (request: PromiseLike<BankRule>): Promise<BankRule> => {
    const rule = await request;
    await cache.invalidateQueries({ queryKey: ['rules'] });
    return rule;
  };
  return {
    override: async (ruleId: string, { version, check_id: checkId }: PromiseCheck, reason: string) => {
      await rules.overridePromises(ruleId, { version, check_id: checkId ?? '', reason });
      await cache.invalidateQueries({ queryKey: ['rules'] });
    },
    create: (body: ParametersOf<'rules.create'>) => after(rules.create(body)),
    update: (ruleId: string, body: ParametersOf<'rules.update'>) => after(rules.update(ruleId, body)),
    shadow: (ruleId: string, version: number) => after(rules.shadow(ruleId, { version })),
    propose: (ruleId: string, version: number) => after(rules.propose(ruleId, { version })),
    approve: (ruleId: string, version: number, reason: string) =>
      after(rules.approve(ruleId, { version, ...(reason !== '' && { reason }) })),
    retire: (ruleId: string, version: number, reason: string) =>
      after(rules.retire(ruleId, { version, ...(reason !== '' && { reason }) })),
  };
}
