import { describe, expect, it } from 'vitest';
import { diffLines, diffReports, isWorse, readReport } from './diff.ts';
import { htmlReport } from './html.ts';
import { junitXml } from './junit.ts';
import type { CaseResult, ConformanceReport } from './report.ts';
import { PLAIN, terminalLines } from './terminal.ts';

const passage = 'docs/interface/requests.md#envelope';
const result = (id: string, outcome: CaseResult['outcome'], what?: string): CaseResult => ({
  id,
  title: `title of ${id} <&>`,
  group: 'errors',
  operation: 'cards.create-card',
  passage,
  by: 'interface',
  outcome,
  ...(outcome === 'not run' && { why: 'no client of the network was given' }),
  deviations: what === undefined ? [] : [{ passage, by: outcome === 'note' ? 'ours' : 'interface', what }],
});
const report = (...results: CaseResult[]): ConformanceReport => ({
  at: '2026-11-20T08:00:00.000Z',
  mode: 'sandbox',
  seconds: 1.5,
  requests: 7,
  results,
});
const RUN = report(
  result('a', 'passed'),
  result('b', 'failed', 'x was "accepted"'),
  result('c', 'note', 'y was refused'),
  result('d', 'not run'),
);

describe('a conformance report', () => {
  it('lists deviations, their passages and the number of cases on a terminal', () => {
    expect(terminalLines(RUN, PLAIN)).toEqual([
      'failed b  title of b <&>',
      '         x was "accepted"  docs/interface/requests.md#envelope',
      'note   c  title of c <&>',
      '         y was refused  docs/interface/requests.md#envelope (ours)',
      '',
      'what              passed  failed   notes not run',
      'errors                 1       1       1       1',
      '',
      'not run: 1 case: no client of the network was given',
      '1 failed, 1 note, 1 passed; 7 requests in 1.5 s',
    ]);
  });

  it('is JUnit XML in which a note is not a failure', () => {
    expect(junitXml(RUN)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="conformance" tests="4" failures="1" errors="0" skipped="1" time="1.5">
  <testsuite name="errors" tests="4" failures="1" errors="0" skipped="1">
    <testcase classname="cards.create-card" name="a: title of a &lt;&amp;&gt;"/>
    <testcase classname="cards.create-card" name="b: title of b &lt;&amp;&gt;">
      <failure message="x was &quot;accepted&quot; (${passage})">x was &quot;accepted&quot; (${passage})</failure>
    </testcase>
    <testcase classname="cards.create-card" name="c: title of c &lt;&amp;&gt;">
      <system-out>note: y was refused (${passage})</system-out>
    </testcase>
    <testcase classname="cards.create-card" name="d: title of d &lt;&amp;&gt;">
      <skipped message="no client of the network was given"/>
    </testcase>
  </testsuite>
</testsuites>
`);
  });

  it('writes only characters that XML allows', () => {
    const odd = junitXml(report(result('a\u0000\u001b\ud800', 'failed', '\ufffe😀')));
    expect(odd).toContain('name="a???: title');
    expect(odd).toContain('message="?😀 (');
  });

  it('is an HTML page that loads no other resource and escapes its content', () => {
    const page = htmlReport(RUN);
    expect(page).toContain('<meta name="viewport"');
    expect(page).toContain('x was &quot;accepted&quot;');
    expect(page).not.toMatch(/<script|<link|src=|https?:|title of b <&>/);
  });
});

describe('the difference between two runs', () => {
  const later = report(result('a', 'failed', 'z'), result('b', 'failed', 'x was "accepted"'), result('e', 'passed'));

  it('contains only cases with a different outcome', () => {
    expect(diffLines(RUN, later)).toEqual([
      'passed -> failed  a',
      '    z',
      'note -> absent  c',
      'not run -> absent  d',
      'absent -> passed  e',
      'before: 1 failed, 1 notes, 1 passed, 1 not run',
      'after:  2 failed, 0 notes, 1 passed, 0 not run',
      '4 cases differ',
    ]);
    expect(diffReports(RUN, RUN)).toEqual([]);
  });

  it('is a regression only if another case fails', () => {
    expect(
      diffReports(RUN, later)
        .filter(isWorse)
        .map(({ id }) => id),
    ).toEqual(['a']);
  });

  it('accepts only reports', () => {
    expect(readReport(JSON.stringify(RUN), 'a.json')).toEqual(RUN);
    expect(() => readReport('[]', 'b.json')).toThrow('b.json is not a report of a run: write one with --json');
    expect(() => readReport('{', 'c.json')).toThrow('c.json is not a report');
  });
});
