import { type ConformanceReport, countsOf } from '../../../cli/src/conformance/report/report.ts';
import type { PlantedTried } from './try-planted.ts';

export interface VariantTried {
  readonly id: string;
  readonly cases: number;
  readonly told: readonly string[];
}

/** A page with each planted deviation and the case that found it. */
export function mutantsPage(facts: {
  readonly report: ConformanceReport;
  readonly planted: number;
  readonly tried: readonly PlantedTried[];
  readonly variants: readonly VariantTried[];
  readonly command: string;
}): string {
  const { report, planted, tried, variants, command } = facts;
  const { passed, failed, note } = countsOf(report.results);
  const found = tried.filter(({ foundBy }) => foundBy !== undefined);
  const alarms = variants.filter(({ told }) => told.length > 0);
  const kinds = [...new Set(tried.map(({ planted: { kind } }) => kind))].sort();
  const row = (cells: readonly (string | number)[]) =>
    `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;
  return `# Planted deviations

Written by \`${command}\`. A stand-in between the conformance runner and this gateway changes what passes, so that the runner sees an
implementation with one deviation.

- Against the gateway itself: ${passed} cases passed, ${failed} failed, ${note} notes; ${report.requests} requests in ${report.seconds} seconds.
- **${found.length} of ${tried.length} planted deviations were found**, chosen from ${planted} by a seed, as many of each kind as there are places.
- **${alarms.length} false alarms on ${variants.length} tolerable variants.**

Only the cases that could see a deviation are run: those of whose exchanges, in the run against the gateway, the stand-in would change any.
To a case whose every exchange it leaves alone, it is the gateway. A few of them are run first, then all.

Found as a failure: against what the interface says. As a note: against what Cardwright decided where the interface is silent.

${[
  row(['Kind', 'Planted', 'Found', 'As a failure', 'As a note']),
  row(['---', '---', '---', '---', '---']),
  ...kinds.map((kind) => {
    const of = tried.filter(({ planted: one }) => one.kind === kind);
    const by = (outcome: PlantedTried['outcome']) => of.filter((one) => one.outcome === outcome).length;
    return row([kind, of.length, by('failed') + by('note'), by('failed'), by('note')]);
  }),
].join('\n')}

## Each deviation

${[
  row(['Deviation', 'Kind', 'Cases that could see it', 'Seconds', 'First told by']),
  row(['---', '---', '---', '---', '---']),
  ...tried.map(({ planted: one, cases, seconds, foundBy }) =>
    row([one.id, one.kind, cases, seconds, foundBy ?? '**not found**']),
  ),
].join('\n')}

## Each tolerable variant

${[
  row(['Variant', 'Cases', 'Told']),
  row(['---', '---', '---']),
  ...variants.map(({ id, cases, told }) => row([id, cases, told.length === 0 ? 'nothing' : told.join('; ')])),
].join('\n')}
`;
}
