import type { TailOptions } from './stream-options.ts';

/** A request as the sandbox reports it: docs/interface/sandbox.md#streams. */
export interface StreamedRequest {
  readonly at: string;
  readonly client_id: string;
  readonly operation: string;
  readonly status: number;
  readonly ms: number;
  readonly request_id: string;
  readonly account?: string;
  readonly merchant?: string;
  /** The action code. */
  readonly decision?: string;
  readonly error?: { readonly code: string; readonly name: string };
  readonly findings: readonly { readonly path: string; readonly code: string; readonly message: string }[];
  readonly warnings: readonly { readonly path: string; readonly rule: string }[];
  readonly dropped: number;
}

type Filters = Pick<TailOptions, 'problems' | 'type' | 'account' | 'merchant' | 'decision'>;

/** Whether every given filter matches. */
export function matchesFilters(
  request: StreamedRequest,
  { problems, type, account, merchant, decision }: Filters,
): boolean {
  const hasProblem = request.error !== undefined || request.findings.length > 0 || request.warnings.length > 0;
  const isOfType = type === undefined || request.operation === type || request.operation.startsWith(`${type}.`);
  return (
    (problems === undefined || hasProblem) &&
    isOfType &&
    (account === undefined || request.account === account) &&
    (merchant === undefined || request.merchant === merchant) &&
    (decision === undefined || isDecision(request.decision, decision))
  );
}

function isDecision(code: string | undefined, filter: string): boolean {
  if (code === undefined) return false;
  if (filter === 'declined') return code !== '00';
  return code === (filter === 'approved' ? '00' : filter);
}
