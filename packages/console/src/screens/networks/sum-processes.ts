import type { NetworkProcess, NetworkReport } from '@cardwright/contract';

const MAX_LINES = 20;

/** A message, with the process that exchanged it. */
export type ProcessMessage = NetworkReport['messages'][number] & { readonly server: string };

/** Adds the answers of all processes by code. */
export function addAnswers(processes: readonly NetworkProcess[]): NetworkReport['answers'] {
  const sums = new Map<string, number>();
  for (const { code, messages } of processes.flatMap(({ answers }) => answers)) {
    sums.set(code, (sums.get(code) ?? 0) + messages);
  }
  return [...sums].sort(([one], [other]) => (one < other ? -1 : 1)).map(([code, messages]) => ({ code, messages }));
}

/** Returns the latest messages of all processes, newest first. */
export function latestMessages(processes: readonly NetworkProcess[]): ProcessMessage[] {
  const all = processes.flatMap(({ server, messages }) => messages.map((message) => ({ ...message, server })));
  return all.sort((one, other) => Date.parse(other.at) - Date.parse(one.at)).slice(0, MAX_LINES);
}
