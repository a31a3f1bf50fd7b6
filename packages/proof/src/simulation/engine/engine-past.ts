import type { Decision } from '@cardwright/server/internal/issuing/authorization/decision/decide';

/** The edition in a trace; 0 if rules and lists would have been evaluated without leaving a step. */
export function editionOf(trace: Decision['trace']): number | undefined {
  for (const [rule, edition] of trace) if (rule === 'LISTS' || rule === 'RULES') return Number(edition);
  return trace.some(([rule]) => rule === 'FUNDS') ? 0 : undefined;
}

export function programVersionOf(trace: Decision['trace']): number | undefined {
  const step = trace.find(([rule]) => rule === 'PROGRAM');
  return step === undefined ? undefined : Number(step[2]);
}
