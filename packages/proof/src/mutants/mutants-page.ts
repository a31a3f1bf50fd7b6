import { type ConformanceReport, countsOf } from '../../../cli/src/conformance/report/report.ts';
import type { MutantResult } from './try-mutant.ts';

export interface VariantResult {
  readonly id: string;
  readonly cases: number;
  readonly deviating: readonly string[];
}

/** A page with each planted deviation and the case that found it. */
export function mutantsPage(facts: {
  readonly report: ConformanceReport;
  readonly planted: number;
  readonly tried: readonly MutantResult[];
  readonly variants: readonly VariantResult[];
  readonly command: string;
}): string {
  const { report, planted, tried, variants, command } = facts;
  const { passed, failed, note } = countsOf(report.results);
  const detected = tried.filter(({ detectedBy }) => detectedBy !== undefined);
  const alarms = variants.filter(({ deviating }) => deviating.length > 0);
  const kinds = [...new Set(tried.map(({ planted: { kind } }) => kind))].sort();
  const row = (cells: readonly (string | number)[]) =>
    `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;
  return `# Planted deviations

Written by \`${command}\`. A proxy between the conformance runner and this gateway changes the traffic, so that the runner sees an
implementation with one deviation.

- Against the gateway itself: ${passed} cases passed, ${failed} failed, ${note} notes; ${report.requests} requests in ${report.seconds} seconds.
- **${detected.length} of ${tried.length} planted deviations were found**, chosen from ${planted} by a seed, as many of each kind as there are places.
- **${alarms.length} false alarms on ${variants.length} tolerable variants.**

Only the cases that could detect a deviation run: those with at least one exchange that the proxy would change. For all other cases, the
proxy is equal to the gateway. A few of the cases run first, then all.

A failure violates the interface. A note differs only from a decision of Cardwright about what the interface does not define.

${[
  row(['Kind', 'Planted', 'Found', 'As a failure', 'As a note']),
  row(['---', '---', '---', '---', '---']),
  ...kinds.map((kind) => {
    const of = tried.filter(({ planted: one }) => one.kind === kind);
    const by = (outcome: MutantResult['outcome']) => of.filter((one) => one.outcome === outcome).length;
    return row([kind, of.length, by('failed') + by('note'), by('failed'), by('note')]);
  }),
].join('\n')}

## Each deviation

${[
  row(['Deviation', 'Kind', 'Cases that could detect it', 'Seconds', 'First reported by']),
  row(['---', '---', '---', '---', '---']),
  ...tried.map(({ planted: one, cases, seconds, detectedBy }) =>
    row([one.id, one.kind, cases, seconds, detectedBy ?? '**not found**']),
  ),
].join('\n')}

## Each tolerable variant

${[
  row(['Variant', 'Cases', 'Reported']),
  row(['---', '---', '---']),
  ...variants.map(({ id, cases, deviating }) =>
    row([id, cases, deviating.length === 0 ? 'nothing' : deviating.join('; ')]),
  ),
].join('\n')}
`;
}
