/** Attributes hold counts and values of closed lists, never content of a request, a statement or a notification. */
export type SpanAttributes = Readonly<Record<string, string | number>>;

export interface SpanStart {
  readonly kind: 'server' | 'client' | 'inner';
  readonly attributes?: SpanAttributes;
  /** The parent as it was received or stored. Without it, the span belongs to the current one. */
  readonly traceParent?: string | null | undefined;
}

/** Records the spans of statements. */
export interface StatementSpans {
  /** Records a statement if its parent is recorded. */
  statement<T>(name: string, work: () => Promise<T>): Promise<T>;
}

/** A span that has started. */
export interface OpenSpan {
  readonly traceId: string;
  /** The `traceparent` of the span. Undefined if neither the caller nor this server traces it. */
  readonly traceParent: string | undefined;
  /** Runs work whose spans belong to this one, however late they start. */
  enter<T>(work: () => T): T;
  note(attributes: SpanAttributes): void;
  end(as?: { readonly name?: string; readonly failed?: string | undefined }): void;
}

/** Records the spans of the server (docs/operate/watching.md#traces). */
export interface Spans extends StatementSpans {
  open(name: string, start: SpanStart): OpenSpan;
  /** Runs the work as a span. An error fails both. */
  run<T>(name: string, start: SpanStart, work: (span: OpenSpan) => Promise<T>): Promise<T>;
  /**
   * Runs work for several traces at once: one span in the first recorded trace, and one linked span in each other. The
   * work enters no span, so it gets an object that records its statements if anything is recorded.
   */
  together<T>(
    name: string,
    attributes: SpanAttributes,
    traceParents: readonly string[],
    work: (within: StatementSpans | undefined) => Promise<T>,
  ): Promise<T>;
  /** Runs work outside the current span. */
  apart<T>(work: () => T): T;
  /** The `traceparent` of the current span. */
  current(): string | undefined;
}

let present: Spans | undefined;

/**
 * Sets the recorder of spans for the process. It is not an argument, because spans cross every layer, and nearly all
 * functions would need it (docs/decisions/0039-traces.md).
 */
export function recordSpans(spans: Spans | undefined): void {
  present = spans;
}

/** Returns the recorder; undefined if nothing is traced, so that callers create nothing for spans. */
export function spansNow(): Spans | undefined {
  return present;
}
