/**
 * What has to happen in a run, and how often at least: written out, so that a test that has come to approve everything,
 * or that never stops at a midnight, fails. The numbers are far below what a run has.
 */
const LEAST: Readonly<Record<string, number>> = {};

/** What happened too rarely for the run to say anything about it. */
export function tooRare(counts: ReadonlyMap<string, number>): string[] {
  process.stdout.write([...counts].sort((a,b)=>a[0]<b[0]?-1:1).map(([a,b])=>`CNT ${a}: ${b}`).join('\n')+'\n');
  return Object.entries(LEAST)
    .filter(([what, least]) => (counts.get(what) ?? 0) < least)
    .map(([what, least]) => `${what}, ${counts.get(what) ?? 0} times of ${least}`);
}
