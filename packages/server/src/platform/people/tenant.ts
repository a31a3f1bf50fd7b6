import type { TenantKind } from '@cardwright/contract';
import { callerLog } from '../access/index.ts';

/** For whom somebody works. */
export interface Tenant {
  readonly kind: TenantKind;
  /** Of the bank or acquirer; undefined for the operator. */
  readonly id: string | undefined;
}

/** What the house is called in rows: the same name that its audit log has. */
export function logOf({ kind, id }: Tenant): string {
  if (kind === 'bank') return callerLog({ bankId: id ?? '' });
  return kind === 'acquirer' ? callerLog({ acquirerId: id ?? '' }) : callerLog({});
}

/** The house of a log. */
export function tenantOf(log: string): Tenant {
  if (log === callerLog({})) return { kind: 'operator', id: undefined };
  const prefix = callerLog({ acquirerId: '' });
  if (log.startsWith(prefix)) return { kind: 'acquirer', id: log.slice(prefix.length) };
  return { kind: 'bank', id: log };
}
