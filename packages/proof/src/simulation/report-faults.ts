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
  found: { readonly operations: number; readonly how: 'differs' | 'hangs' | 'does not start' } | undefined;
}

const MOST_TEXT = 110;

export function reportFault({ file, line, from, to, survived }: PlantedFault): string {
  return `${file}:${line}  ${cut(from)} -> ${cut(to)}${survived > 0 ? `  (${survived} operations)` : ''}`;
}

function cut(text: string): string {
  return text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT)}…` : text;
}

interface FileLine {
  readonly file: string;
  readonly planted: number;
  readonly found: number;
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
    const found = own.filter((fault) => fault.found !== undefined);
    const operations = found.map((fault) => fault.found?.operations ?? 0).sort((a, b) => a - b);
    return {
      file,
      planted: own.length,
      found: found.length,
      equivalent: own.filter((fault) => fault.found === undefined && fault.because !== undefined).length,
      middle: operations[Math.floor(operations.length / 2)] ?? 0,
      most: operations.at(-1) ?? 0,
      mostSeconds: Math.max(0, ...found.map(({ ms }) => ms / 1_000)),
    };
  });
}

const written = (count: number) => count.toLocaleString('en-US');

export function reportFaults(faults: readonly PlantedFault[], seconds: number): string[] {
  const rows = byFile(faults).map(({ file, planted, found, equivalent, middle, most, mostSeconds }) =>
    [
      file.padEnd(46),
      ...[planted, found, equivalent].map((count) => String(count).padStart(5)),
      ...[written(middle), written(most), mostSeconds.toFixed(1)].map((text) => text.padStart(10)),
    ].join(''),
  );
  const found = faults.filter((fault) => fault.found !== undefined).length;
  return [
    `${'file'.padEnd(46)} plant found  same    middle      most   seconds`,
    ...rows,
    `${found} of ${faults.length} found in ${seconds.toFixed(0)} s`,
  ];
}

/** A page with all planted faults, for `--page FILE`. */
export function faultsPage(faults: readonly PlantedFault[], seconds: number, { seed, cores }: SimulateFlags): string {
  const found = faults.filter((fault) => fault.found !== undefined);
  const slowest = found.toSorted((a, b) => (b.found?.operations ?? 0) - (a.found?.operations ?? 0)).slice(0, 40);
  const same = faults.filter((fault) => fault.found === undefined && fault.because !== undefined);
  const code = (text: string) => `\`${cut(text).replaceAll('|', '\\|').replaceAll('`', "'")}\``;
  return [
    '# Planted faults',
    '',
    `Written by \`npm run simulate -- --mutants --seed ${seed} --page FILE\` on ${cores} threads.`,
    `${written(faults.length)} faults were planted, one at a time; ${written(found.length)} were found, in ${seconds.toFixed(0)} seconds; ` +
      `${same.length} change no behavior.`,
    '',
    '## By file',
    '',
    'Operations until the difference showed, in the middle and at most; seconds with loading the changed engine.',
    '',
    '| File | Planted | Found | Equivalent | Operations, middle | Most | Seconds, most |',
    '|---|---|---|---|---|---|---|',
    ...byFile(faults).map(
      ({ file, planted, found: count, equivalent, middle, most, mostSeconds }) =>
        `| ${file} | ${planted} | ${count} | ${equivalent} | ${written(middle)} | ${written(most)} | ${mostSeconds.toFixed(1)} |`,
    ),
    '',
    '## Found last',
    '',
    '| Where | Fault | Operations | Seconds |',
    '|---|---|---|---|',
    ...slowest.map(
      ({ file, line, from, to, ms, found: one }) =>
        `| ${file}:${line} | ${code(from)} to ${code(to)} | ${written(one?.operations ?? 0)} | ${(ms / 1_000).toFixed(1)} |`,
    ),
    '',
    '## Equivalent',
    '',
    'Faults that change no behavior, each looked at by hand.',
    '',
    '| Where | Fault | Why nothing differs |',
    '|---|---|---|',
    ...same.map(
      ({ file, line, from, to, because }) => `| ${file}:${line} | ${code(from)} to ${code(to)} | ${because} |`,
    ),
    '',
  ].join('\n');
}
