import type { BankRule } from '@cardwright/contract';
import type { Cardwright } from '@cardwright/sdk';
import { openClient } from '../connection/open-client.ts';
import type { SharedOptions } from '../connection/shared-options.ts';
import { print, printMessage } from '../output/print.ts';
import { jsonLine } from '../output/show-json.ts';
import { readRulesByName } from './find-rule.ts';
import { fileOfRule, isSameRule, type RuleFile, readRuleFiles } from './rule-files.ts';

interface Pushed {
  readonly rule: string;
  readonly done: 'same' | 'new rule' | 'new version';
  readonly version?: number | undefined;
  readonly warnings?: readonly string[];
}

export async function pushRules(folder: string, options: SharedOptions & { readonly dryRun?: true }): Promise<void> {
  const files = await readRuleFiles(folder);
  const client = await openClient(options);
  const existing = await readRulesByName(client);
  const pushed: Pushed[] = [];
  for (const [name, content] of files) {
    const one = await pushOne(client, name, content, existing.get(name), options.dryRun === true);
    pushed.push(one);
    if (!options.json) print(resultText(one, options.dryRun === true));
  }
  if (options.json) return print(jsonLine({ pushed }));
  const without = [...existing.keys()].filter((name) => !files.has(name));
  if (without.length > 0) printMessage(`Unchanged, because they have no file: ${without.join(', ')}`);
}

async function pushOne(
  client: Cardwright,
  rule: string,
  content: RuleFile,
  existing: BankRule | undefined,
  isDry: boolean,
): Promise<Pushed> {
  const newest = existing?.versions[0];
  if (
    existing !== undefined &&
    newest !== undefined &&
    newest.state !== 'RETIRED' &&
    isSameRule(fileOfRule(existing, newest), content)
  ) {
    return { rule, done: 'same' };
  }
  const outcome = existing === undefined ? 'new rule' : 'new version';
  if (isDry) return { rule, done: outcome };
  // The subject of a rule cannot be changed, so a new version has none.
  const { on: _, ...version } = content;
  // The gateway reports errors in a file, with their paths.
  const stored =
    existing === undefined
      ? await client.rules.create({ ...content, name: rule } as never)
      : await client.rules.update(existing.rule_id, version as never);
  const warnings = (stored.warnings ?? []).map(({ path, rule: warned }) => `${path}: ${warned}`);
  return { rule, done: outcome, version: stored.versions[0]?.version, ...(warnings.length > 0 && { warnings }) };
}

function resultText({ rule, done, version, warnings = [] }: Pushed, isDry: boolean): string {
  if (done === 'same') return `${rule}: unchanged`;
  const draft = isDry ? `a ${done}` : `draft ${version}, a ${done}`;
  return [`${rule}: ${isDry ? 'would be ' : ''}${draft}`, ...warnings.map((warning) => `  warning: ${warning}`)].join(
    '\n',
  );
}
