import { openClient } from '../connection/open-client.ts';
import { print, printMessage } from '../output/print.ts';
import { jsonLine } from '../output/show-json.ts';
import { tableText } from '../output/show-table.ts';
import { findNamedRule } from './find-rule.ts';
import type { ReportOptions } from './rule-options.ts';

export async function reportRule(name: string, { from, to, ...options }: ReportOptions): Promise<void> {
  const client = await openClient(options);
  const { rule_id: id } = await findNamedRule(client, name);
  const report = await client.rules.report(id, {
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  });
  if (options.json) return print(jsonLine(report));
  if (report.days.length === 0) return printMessage('The rule has not been evaluated yet.');
  const head = ['DAY', 'VERSION', 'EVALUATED', 'WOULD DECLINE', 'DECLINED'];
  const amount = (count: number, sum: string, currency: string) =>
    count === 0 ? '0' : `${count} for ${sum} ${currency}`;
  const rows = [...report.days, ...report.versions.map((all) => ({ ...all, day: 'all days' }))].map((of) => [
    of.day,
    of.version,
    of.asked,
    amount(of.would_decline, of.would_decline_amount, of.currency),
    amount(of.declined, of.declined_amount, of.currency),
  ]);
  print(tableText(head, rows));
}
