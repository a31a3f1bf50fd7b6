import type { AuditChange } from './write-audit.ts';

/** The members that differ, with their values before and after. */
export function changeOf(before: object, after: object): AuditChange {
  const [was, is] = [before, after] as [Record<string, unknown>, Record<string, unknown>];
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  const changedNames = names.filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]));
  const pick = (from: Record<string, unknown>) =>
    Object.fromEntries(changedNames.map((name) => [name, from[name] ?? null]));
  return { before: pick(was), after: pick(is) };
}
