import type { Decision } from '@cardwright/server/internal/issuing/authorization/decision/decide';

/** The edition that a trace tells; 0 where rules and lists would have been asked and left nothing in it. */
export function editionOf(trace: Decision['trace']): number | undefined {
  for (const [rule, edition] of trace) if (rule === 'LISTS' || rule === 'RULES') return Number(edition);
  return trace.some(([rule]) => rule === 'FUNDS') ? 0 : undefined;
}

export function programVersionOf(trace: Decision['trace']): number | undefined {
  const step = trace.find(([rule]) => rule === 'PROGRAM');
  return step === undefined ? undefined : Number(step[2]);
}
