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
  told: StreamedRequest,
  { problems, type, account, merchant, decision }: Filters,
): boolean {
  const hasProblem = told.error !== undefined || told.findings.length > 0 || told.warnings.length > 0;
  const isOfType = type === undefined || told.operation === type || told.operation.startsWith(`${type}.`);
  return (
    (problems === undefined || hasProblem) &&
    isOfType &&
    (account === undefined || told.account === account) &&
    (merchant === undefined || told.merchant === merchant) &&
    (decision === undefined || isDecision(told.decision, decision))
  );
}

function isDecision(code: string | undefined, wanted: string): boolean {
  if (code === undefined) return false;
  if (wanted === 'declined') return code !== '00';
  return code === (wanted === 'approved' ? '00' : wanted);
}
