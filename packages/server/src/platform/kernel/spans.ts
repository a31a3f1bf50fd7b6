/** Of closed lists, and counts: never what a request, a statement or a notification holds. */
export type SpanAttributes = Readonly<Record<string, string | number>>;

export interface SpanStart {
  readonly kind: 'server' | 'client' | 'inner';
  readonly attributes?: SpanAttributes;
  /** As it came or was kept. Without it, it belongs to what runs now. */
  readonly traceParent?: string | null | undefined;
}

/** Where statements are told of. */
export interface StatementSpans {
  /** A statement, where what it belongs to is told of. */
  statement<T>(name: string, work: () => Promise<T>): Promise<T>;
}

/** Something that takes time, as who looks at traces sees it. */
export interface OpenSpan {
  readonly traceId: string;
  /** Its `traceparent`. Undefined where neither the caller nor this server traces it. */
  readonly traceParent: string | undefined;
  /** What is called from there belongs to it, however late. */
  enter<T>(work: () => T): T;
  note(attributes: SpanAttributes): void;
  end(as?: { readonly name?: string; readonly failed?: string | undefined }): void;
}

/** What the server tells of the time that it takes: docs/operate/watching.md#traces. */
export interface Spans extends StatementSpans {
  open(name: string, start: SpanStart): OpenSpan;
  /** Runs the work as a span; an error fails both. */
  run<T>(name: string, start: SpanStart, work: (span: OpenSpan) => Promise<T>): Promise<T>;
  /**
   * Work that is done for several at once: a span of the first trace that is told of, and one of each other, linked with it. The
   * work is given what tells of its statements, if anything does, since it enters no span.
   */
  together<T>(
    name: string,
    attributes: SpanAttributes,
    traceParents: readonly string[],
    work: (within: StatementSpans | undefined) => Promise<T>,
  ): Promise<T>;
  /** Runs work that does not belong to what asked for it. */
  apart<T>(work: () => T): T;
  /** The `traceparent` of what runs now. */
  current(): string | undefined;
}

let present: Spans | undefined;

/**
 * Spans are of the process, as what they cross is every layer: as an argument they would be one of nearly all functions
 * (docs/decisions/0039-traces.md).
 */
export function recordSpans(spans: Spans | undefined): void {
  present = spans;
}

/** Undefined where nothing is traced: whoever asks makes nothing for it then. */
export function spansNow(): Spans | undefined {
  return present;
}
