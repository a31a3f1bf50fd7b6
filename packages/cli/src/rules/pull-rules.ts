import { openClient } from '../connection/open-client.ts';
import type { SharedOptions } from '../connection/shared-options.ts';
import { print, printMessage } from '../output/print.ts';
import { jsonLine } from '../output/show-json.ts';
import { readRulesByName } from './find-rule.ts';
import { fileOfRule, writeRuleFile } from './rule-files.ts';

export async function pullRules(folder: string, options: SharedOptions): Promise<void> {
  const rules = await readRulesByName(await openClient(options));
  const paths: string[] = [];
  for (const [name, rule] of [...rules].sort()) {
    const newest = rule.versions.find(({ state }) => state !== 'RETIRED');
    if (newest !== undefined) paths.push(await writeRuleFile(folder, name, fileOfRule(rule, newest)));
  }
  if (options.json) return print(jsonLine({ written: paths }));
  for (const path of paths) print(path);
  printMessage(`${paths.length} ${paths.length === 1 ? 'rule' : 'rules'} written to ${folder}`);
}
