import type { BankRule } from '@cardwright/contract';
import type { Cardwright } from '@cardwright/sdk';
import { openClient } from '../connection/open-client.ts';
import { print } from '../output/print.ts';
import { jsonLine } from '../output/show-json.ts';
import { UsageError } from '../output/usage-error.ts';
import { findNamedRule, statesOf } from './find-rule.ts';
import type { MoveOptions } from './rule-options.ts';

type Move = 'shadow' | 'propose' | 'approve' | 'retire';

export async function moveNamedRule(
  move: Move,
  name: string,
  version: number | undefined,
  { from, reason, ...options }: MoveOptions,
): Promise<void> {
  const client = await openClient(options);
  const rule = await findNamedRule(client, name);
  const moved = await MOVES[move](client, rule, { version, from, reason });
  if (options.json) return print(jsonLine(moved));
  print(`${name}: ${statesOf(moved)}`);
  const { backtest } = moved;
  if (backtest !== undefined) print(`Backtest ${backtest.backtest_id}: ${backtest.state}${changedBy(backtest)}`);
}

interface Moved {
  readonly version: number | undefined;
  readonly from: string | undefined;
  readonly reason: string | undefined;
}

const MOVES: Readonly<Record<Move, (client: Cardwright, rule: BankRule, moved: Moved) => Promise<BankRule>>> = {
  shadow: async (client, { rule_id: id }, { version }) => client.rules.shadow(id, withVersion(version)),
  propose: async (client, { rule_id: id }, { version, from }) =>
    client.rules.propose(id, { ...withVersion(version), ...(from !== undefined && { from }) }),
  approve: async (client, rule, { version, reason }) =>
    client.rules.approve(rule.rule_id, { version: version ?? proposedOf(rule), ...withReason(reason) }),
  retire: async (client, { rule_id: id }, { version, reason }) =>
    client.rules.retire(id, { ...withVersion(version), ...withReason(reason) }),
};

function withVersion(version: number | undefined) {
  return version === undefined ? {} : { version };
}

function withReason(reason: string | undefined) {
  return reason === undefined ? {} : { reason };
}

function proposedOf({ name, versions }: BankRule): number {
  const proposed = versions.find(({ state }) => state === 'PROPOSED');
  if (proposed === undefined)
    throw new UsageError(`${name} has no proposed version: run "cardwright rules propose ${name}" first`);
  return proposed.version;
}

function changedBy({ decisions, changed }: NonNullable<BankRule['backtest']>): string {
  return decisions === null ? '' : `; ${changed} of ${decisions} decisions would have been different`;
}
