import type { TenantKind } from '@cardwright/contract';
import { callerLog } from '../access/index.ts';

/** The bank, acquirer, or operator that a person works for. */
export interface Tenant {
  readonly kind: TenantKind;
  /** The id of the bank or acquirer; undefined for the operator. */
  readonly id: string | undefined;
}

/** The name of the tenant in rows, which is also the name of its audit log. */
export function logOf({ kind, id }: Tenant): string {
  if (kind === 'bank') return callerLog({ bankId: id ?? '' });
  return kind === 'acquirer' ? callerLog({ acquirerId: id ?? '' }) : callerLog({});
}

/** The tenant of a log. */
export function tenantOf(log: string): Tenant {
  if (log === callerLog({})) return { kind: 'operator', id: undefined };
  const prefix = callerLog({ acquirerId: '' });
  if (log.startsWith(prefix)) return { kind: 'acquirer', id: log.slice(prefix.length) };
  return { kind: 'bank', id: log };
}
