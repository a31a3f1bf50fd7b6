import { GROUPS } from '../conformance-case.ts';
import { type CaseResult, type ConformanceReport, countsOf } from './report.ts';

/** JUnit XML for build systems, with one suite for each group. A note is not a failure. */
export function junitXml({ results, seconds }: ConformanceReport): string {
  const suites = GROUPS.map((group) => ({ group, of: results.filter((result) => result.group === group) }));
  const nonEmpty = suites.filter(({ of }) => of.length > 0);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="conformance" ${numbers(results)} time="${seconds}">`,
    ...nonEmpty.flatMap(({ group, of }) => [
      `  <testsuite name="${group}" ${numbers(of)}>`,
      ...of.flatMap(caseLines),
      '  </testsuite>',
    ]),
    '</testsuites>',
    '',
  ].join('\n');
}

function numbers(of: readonly CaseResult[]): string {
  const { failed, 'not run': skipped } = countsOf(of);
  return `tests="${of.length}" failures="${failed}" errors="0" skipped="${skipped}"`;
}

function caseLines({ id, title, outcome, why = '', deviations, operation = 'interface' }: CaseResult): string[] {
  const start = `    <testcase classname="${xmlText(operation)}" name="${xmlText(`${id}: ${title}`)}"`;
  const messages = deviations.map(({ what, passage }) => `${what} (${passage})`);
  if (outcome === 'passed') return [`${start}/>`];
  if (outcome === 'not run') return [`${start}>`, `      <skipped message="${xmlText(why)}"/>`, '    </testcase>'];
  const inside =
    outcome === 'failed'
      ? `      <failure message="${xmlText(messages[0] ?? '')}">${xmlText(messages.join('\n'))}</failure>`
      : `      <system-out>${xmlText(`note: ${messages.join('\n')}`)}</system-out>`;
  return [`${start}>`, inside, '    </testcase>'];
}

const ESCAPED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Replaces characters that XML 1.0 cannot represent with question marks. */
export function xmlText(text: string): string {
  const writable = Array.from(text, (one) => (isWritable(one.codePointAt(0) ?? 0) ? one : '?')).join('');
  return writable.replace(/[&<>"']/g, (one) => ESCAPED[one] ?? one);
}

function isWritable(point: number): boolean {
  if (point < 0x20) return point === 0x09 || point === 0x0a || point === 0x0d;
  return point !== 0xfffe && point !== 0xffff && (point < 0xd800 || point > 0xdfff);
}
