import type { Calendar } from '../kernel/time/calendar.ts';
import type { RestImplementation } from '../operation/index.ts';
import type { Vault } from '../vault/index.ts';

export interface ExportDeps {
  readonly vault: Pick<Vault, 'seal' | 'open'>;
  /** The operation that lists what is exported. */
  readonly operation: (id: string) => RestImplementation | undefined;
  /** The calendar of a bank; undefined for an acquirer, whose times are in UTC. */
  readonly calendarOf: (log: string) => Pick<Calendar, 'timeZone' | 'isoTime'> | undefined;
}

/** The context that a sealed part of a file is bound to. The rotation of keys uses it too. */
export const exportPartContext = (log: string, id: string, part: number | string) => `export:${log}:${id}:${part}`;
