/** A position in a trace, as W3C Trace Context defines it. */
export interface TraceParent {
  readonly traceId: string;
  readonly spanId: string;
  readonly isSampled: boolean;
}

/** Version, trace, parent, flags. The version ff is invalid, and so are a trace and a parent of zeros. */
const TRACE_PARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/;
const SAMPLED = 1;

export function readTraceParent(text: unknown): TraceParent | undefined {
  const [, traceId, spanId, flags] = (typeof text === 'string' && TRACE_PARENT.exec(text)) || [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED };
}

export function writeTraceParent({ traceId, spanId, isSampled }: TraceParent): string {
  return `00-${traceId}-${spanId}-0${isSampled ? SAMPLED : 0}`;
}
