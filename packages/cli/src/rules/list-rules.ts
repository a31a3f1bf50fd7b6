import { RULE_STATES } from '@cardwright/contract';
import { openClient } from '../connection/open-client.ts';
import type { SharedOptions } from '../connection/shared-options.ts';
import { print, printMessage } from '../output/print.ts';
import { jsonLine } from '../output/show-json.ts';
import { tableText } from '../output/show-table.ts';
import { UsageError } from '../output/usage-error.ts';
import { readRulesByName, reasonOfNewest, statesOf } from './find-rule.ts';

export async function printRules({ state, ...options }: SharedOptions & { readonly state?: string }): Promise<void> {
  if (state !== undefined && !RULE_STATES.some((known) => known === state)) {
    throw new UsageError(`--state must be one of ${RULE_STATES.join(', ')}`);
  }
  const all = [...(await readRulesByName(await openClient(options))).values()];
  const rules = all.filter(({ versions }) => state === undefined || versions.some((one) => one.state === state));
  if (options.json) return print(jsonLine({ rules }));
  if (rules.length === 0) return printMessage('No rules found.');
  print(
    tableText(
      ['RULE', 'VERSIONS', 'DECLINES WITH', 'DESCRIPTION', 'REASON'],
      rules.map((rule) => [
        rule.name,
        statesOf(rule),
        rule.versions[0]?.effect,
        rule.versions[0]?.description,
        reasonOfNewest(rule),
      ]),
    ),
  );
}
