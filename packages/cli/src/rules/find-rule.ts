import type { BankRule } from '@cardwright/contract';
import type { Cardwright } from '@cardwright/sdk';
import { UsageError } from '../output/usage-error.ts';

/** Reads all rules of the bank. Returns them by name. */
export async function readRulesByName(client: Cardwright): Promise<Map<string, BankRule>> {
  const rules = new Map<string, BankRule>();
  for await (const rule of client.rules.list({ limit: '200' })) rules.set(rule.name, rule);
  return rules;
}

export async function findNamedRule(client: Cardwright, name: string): Promise<BankRule> {
  const rule = (await readRulesByName(client)).get(name);
  if (rule === undefined) throw new UsageError(`rule ${name} not found. To list the rules, run: cardwright rules list`);
  return rule;
}

/** Formats the versions with their states, newest first: `3 DRAFT, 2 LIVE`. */
export function statesOf({ versions }: BankRule): string {
  return versions.map(({ version, state }) => `${version} ${state}`).join(', ');
}

/** Returns the reason for the approval, rejection or end of the newest version, if one was given. */
export function reasonOfNewest({ versions: [newest] }: BankRule): string | null {
  return newest?.retired_reason ?? newest?.approved_reason ?? null;
}
