import { GROUPS, OUTCOMES, type Outcome } from '../conformance-case.ts';
import { HTML_STYLE } from './html-style.ts';
import { xmlText } from './junit.ts';
import { type CaseResult, type ConformanceReport, countsOf } from './report.ts';

const WORDS: Readonly<Record<Outcome, string>> = {
  failed: 'failed',
  note: 'notes',
  passed: 'passed',
  'not run': 'not run',
};
const CLASS: Readonly<Record<Outcome, string>> = {
  failed: 'failed',
  note: 'note',
  passed: 'passed',
  'not run': 'skipped',
};

/** Renders one self-contained page: the deviations first, then every case, in collapsed groups. */
export function htmlReport(report: ConformanceReport): string {
  const { results, at, mode, requests, seconds } = report;
  const counts = countsOf(results);
  const verdict = counts.failed === 0 ? 'Conforms to the interface' : `${counts.failed} deviations from the interface`;
  const deviating = results.filter(({ outcome }) => outcome === 'failed' || outcome === 'note');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Conformance: ${verdict}</title><style>${HTML_STYLE}</style></head>
<body><main>
<header><h1>${verdict}</h1>
<p>${xmlText(at.slice(0, 16).replace('T', ' '))} UTC · ${mode} · ${requests} requests in ${seconds} s</p>
<ul class="counts">${OUTCOMES.map((outcome) => `<li class="${CLASS[outcome]}"><b>${counts[outcome]}</b> ${WORDS[outcome]}</li>`).join('')}</ul>
<p class="legend">A failure violates the interface. A note differs only from a decision of Cardwright about what the interface does not define.</p></header>
${deviating.length === 0 ? '' : `<section><h2>Deviations</h2>${deviating.map(caseBlock).join('\n')}</section>`}
<section><h2>All cases</h2>
${GROUPS.map((group) => groupBlock(group, results)).join('\n')}
</section></main></body></html>
`;
}

function groupBlock(group: string, results: readonly CaseResult[]): string {
  const of = results.filter((result) => result.group === group);
  if (of.length === 0) return '';
  const counts = countsOf(of);
  const outcomes = OUTCOMES.filter((outcome) => counts[outcome] > 0);
  const bar = outcomes.map((outcome) => `<i class="${CLASS[outcome]}" style="flex:${counts[outcome]}"></i>`).join('');
  const words = outcomes.map((outcome) => `${counts[outcome]} ${WORDS[outcome]}`).join(', ');
  const rows = of.map(
    ({ id, title, outcome, why }) =>
      `<li class="${CLASS[outcome]}"><span>${xmlText(title)}</span><code>${xmlText(id)}</code>${why === undefined ? '' : `<em>${xmlText(why)}</em>`}</li>`,
  );
  return `<details><summary><strong>${group}</strong><small>${words}</small><div class="bar">${bar}</div></summary><ul class="rows">${rows.join('')}</ul></details>`;
}

function caseBlock({ id, title, outcome, deviations }: CaseResult): string {
  const lines = deviations.map(
    ({ what, passage, by }) =>
      `<li>${xmlText(what)}<br><code>${xmlText(passage)}</code>${by === 'ours' ? ' <small>decided by Cardwright</small>' : ''}</li>`,
  );
  return `<article class="${CLASS[outcome]}"><h3>${xmlText(title)}</h3><code>${xmlText(id)}</code><ul>${lines.join('')}</ul></article>`;
}
