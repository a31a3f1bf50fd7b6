import type { SimulateFlags } from './simulate-flags.ts';

/** A planted fault during a run. */
export interface PlantedFault {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly from: string;
  readonly to: string;
  /** The names of the enclosing declarations. */
  readonly within: string;
  /** The complete file with the fault in it. */
  readonly text: string;
  /** The reason why the fault changes nothing, if it is a known equivalent one. */
  readonly because: string | undefined;
  ms: number;
  /** The number of operations without a difference. */
  survived: number;
  detected: { readonly operations: number; readonly how: 'differs' | 'hangs' | 'does not start' } | undefined;
}

const MAX_TEXT = 110;

export function reportFault({ file, line, from, to, survived }: PlantedFault): string {
  return `${file}:${line}  ${cut(from)} -> ${cut(to)}${survived > 0 ? `  (${survived} operations)` : ''}`;
}

function cut(text: string): string {
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
}

interface FileLine {
  readonly file: string;
  readonly planted: number;
  readonly detected: number;
  readonly equivalent: number;
  /** The median and the largest number of operations until a fault was found. */
  readonly middle: number;
  readonly most: number;
  readonly mostSeconds: number;
}

function byFile(faults: readonly PlantedFault[]): FileLine[] {
  const files = [...new Set(faults.map(({ file }) => file))];
  return files.map((file) => {
    const own = faults.filter((fault) => fault.file === file);
    const detected = own.filter((fault) => fault.detected !== undefined);
    const operations = detected.map((fault) => fault.detected?.operations ?? 0).sort((a, b) => a - b);
    return {
      file,
      planted: own.length,
      detected: detected.length,
      equivalent: own.filter((fault) => fault.detected === undefined && fault.because !== undefined).length,
      middle: operations[Math.floor(operations.length / 2)] ?? 0,
      most: operations.at(-1) ?? 0,
      mostSeconds: Math.max(0, ...detected.map(({ ms }) => ms / 1_000)),
    };
  });
}

const written = (count: number) => count.toLocaleString('en-US');

export function reportFaults(faults: readonly PlantedFault[], seconds: number): string[] {
  const rows = byFile(faults).map(({ file, planted, detected, equivalent, middle, most, mostSeconds }) =>
    [
      file.padEnd(46),
      ...[planted, detected, equivalent].map((count) => String(count).padStart(5)),
      ...[written(middle), written(most), mostSeconds.toFixed(1)].map((text) => text.padStart(10)),
    ].join(''),
  );
  const detected = faults.filter((fault) => fault.detected !== undefined).length;
  return [
    `${'file'.padEnd(46)} plant found  same    middle      most   seconds`,
    ...rows,
    `${detected} of ${faults.length} found in ${seconds.toFixed(0)} s`,
  ];
}

/** A page with all planted faults, for `--page FILE`. */
export function faultsPage(faults: readonly PlantedFault[], seconds: number, { seed, cores }: SimulateFlags): string {
  const detected = faults.filter((fault) => fault.detected !== undefined);
  const slowest = detected
    .toSorted((a, b) => (b.detected?.operations ?? 0) - (a.detected?.operations ?? 0))
    .slice(0, 40);
  const same = faults.filter((fault) => fault.detected === undefined && fault.because !== undefined);
  const code = (text: string) => `\`${cut(text).replaceAll('|', '\\|').replaceAll('`', "'")}\``;
  return [
    '# Planted faults',
    '',
    `Written by \`npm run simulate -- --mutants --seed ${seed} --page FILE\` on ${cores} threads.`,
    `${written(faults.length)} faults were planted, one at a time; ${written(detected.length)} were found, in ${seconds.toFixed(0)} seconds; ` +
      `${same.length} change no behavior.`,
    '',
    '## By file',
    '',
    'Operations until the difference appeared, median and maximum; seconds include loading the changed engine.',
    '',
    '| File | Planted | Found | Equivalent | Operations, middle | Most | Seconds, most |',
    '|---|---|---|---|---|---|---|',
    ...byFile(faults).map(
      ({ file, planted, detected: count, equivalent, middle, most, mostSeconds }) =>
        `| ${file} | ${planted} | ${count} | ${equivalent} | ${written(middle)} | ${written(most)} | ${mostSeconds.toFixed(1)} |`,
    ),
    '',
    '## Detected last',
    '',
    '| Where | Fault | Operations | Seconds |',
    '|---|---|---|---|',
    ...slowest.map(
      ({ file, line, from, to, ms, detected: one }) =>
        `| ${file}:${line} | ${code(from)} to ${code(to)} | ${written(one?.operations ?? 0)} | ${(ms / 1_000).toFixed(1)} |`,
    ),
    '',
    '## Equivalent',
    '',
    'Faults that change no behavior, each reviewed manually.',
    '',
    '| Where | Fault | Why the behavior is the same |',
    '|---|---|---|',
    ...same.map(
      ({ file, line, from, to, because }) => `| ${file}:${line} | ${code(from)} to ${code(to)} | ${because} |`,
    ),
    '',
  ].join('\n');
}
