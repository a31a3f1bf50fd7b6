import { readdirSync, readFileSync } from 'node:fs';

/** CPU time of processes, read from /proc. Only Linux has these files; on other systems the result is undefined. */

/** USER_HZ. All interfaces between the kernel and programs fix it at 100. */
const TICKS_PER_SECOND = 100;

interface Stat {
  name: string;
  parent: number;
  own: number;
  /** CPU time of children that ended and were waited for. */
  ended: number;
}

export function processCpuSeconds(pid: number | undefined): number | undefined {
  const stat = pid === undefined ? undefined : readStat(String(pid));
  return stat === undefined ? undefined : stat.own / TICKS_PER_SECOND;
}

/** CPU time of threads of a process. */
export interface ThreadCpu {
  readonly main: number;
  /** V8's threads that sample the main thread for a CPU profile. */
  readonly profiler: number;
}

/** The start of the names of these threads. */
const PROFILER_THREAD = 'v8:Prof';

export function threadCpuSeconds(pid: number): ThreadCpu | undefined {
  const main = readStat(`${pid}/task/${pid}`);
  if (main === undefined) return undefined;
  let profiler = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const stat = readStat(`${pid}/task/${thread}`);
    if (stat?.name.startsWith(PROFILER_THREAD)) profiler += stat.own;
  }
  return { main: main.own / TICKS_PER_SECOND, profiler: profiler / TICKS_PER_SECOND };
}

/** CPU time of a postmaster and all its processes, including those that have ended. */
export function databaseCpuSeconds(postmaster: number | undefined): number | undefined {
  const main = postmaster === undefined ? undefined : readStat(String(postmaster));
  if (main === undefined) return undefined;
  let ticks = main.own + main.ended;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = readStat(name);
    if (stat !== undefined && stat.parent === postmaster) ticks += stat.own;
  }
  return ticks / TICKS_PER_SECOND;
}

/** The process id of the postmaster that started this backend. */
export function postmasterOf(backend: number): number | undefined {
  return readStat(String(backend))?.parent;
}

/** @param path of a process or a thread, below /proc */
function readStat(path: string): Stat | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${path}/stat`, 'latin1');
  } catch {
    // The system is not Linux, or the process has ended.
    return undefined;
  }
  // The program's name, in parentheses, may contain blanks. proc(5) numbers the fields, of which state is the third.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const field = (number: number) => Number(fields[number - 3]);
  const name = text.slice(text.indexOf('(') + 1, text.lastIndexOf(')'));
  return { name, parent: field(4), own: field(14) + field(15), ended: field(16) + field(17) };
}
