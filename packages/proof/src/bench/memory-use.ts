import { readFileSync } from 'node:fs';

const KIB = 1_024;

/** The resident memory of a process in MiB, from /proc; undefined on systems without it. */
export function residentMib(pid: number): number | undefined {
  let status: string;
  try {
    status = readFileSync(`/proc/${pid}/status`, 'latin1');
  } catch {
    return undefined;
  }
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / KIB;
}
