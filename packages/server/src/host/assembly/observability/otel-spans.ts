import { hostname } from 'node:os';
import {
  type Context,
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { AlwaysOnSampler, BatchSpanProcessor, RandomIdGenerator, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import { ownVersion } from '../../../platform/kernel/own-version.ts';
import type { OpenSpan, SpanStart, Spans, StatementSpans } from '../../../platform/kernel/spans.ts';
import { mayHoldCardNumber } from '../../../platform/kernel/text/masked-text.ts';
import { readTraceParent, type TraceParent, writeTraceParent } from '../../../platform/kernel/trace-parent.ts';
import { createSpanPlaces, type SpanPlaces } from './span-places.ts';

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, inner: SpanKind.INTERNAL } as const;
/** The interval between warnings while the collector is unavailable. */
const REPORT_AGAIN_MS = 60_000;

interface Options {
  readonly url: string;
  readonly ratio: number;
  readonly logger: Logger;
}

/** Creates OpenTelemetry spans. Sends them by OTLP over HTTP in batches, in the background. */
export function createSpans(options: Options): { spans: Spans; close(): Promise<void> } {
  const report = createProblemLogger(options.logger);
  const quiet = () => {};
  const diagOptions = { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true };
  diag.setLogger({ error: report, warn: report, info: quiet, debug: quiet, verbose: quiet }, diagOptions);
  const provider = openProvider(options.url);
  const tracer = provider.getTracer('cardwright', ownVersion());
  const places = createSpanPlaces();

  const begin = (
    name: string,
    { kind, attributes }: Pick<SpanStart, 'kind' | 'attributes'>,
    parent: string | undefined,
    links?: readonly SpanContext[],
  ): Span => {
    const linked = links?.map((to) => ({ context: to }));
    const described = { kind: KINDS[kind], ...(attributes && { attributes }), ...(linked && { links: linked }) };
    return tracer.startSpan(name, described, under(parent));
  };
  const open = (name: string, start: SpanStart): OpenSpan => {
    const parent = start.traceParent === undefined ? places.traceParent() : (start.traceParent ?? undefined);
    const read = readTraceParent(parent);
    // for most requests, no span is created, and their calls carry no trace
    if (read === undefined && Math.random() >= options.ratio) return new Untraced(places);
    return read?.isSampled === false
      ? tracedElsewhere(read, places)
      : openSpan(begin(name, start, read && parent), places);
  };

  const spans: Spans = {
    open,
    async run(name, start, work) {
      const span = open(name, start);
      try {
        return await span.enter(() => work(span));
      } catch (error) {
        span.end({ failed: nameOf(error) });
        throw error;
      } finally {
        span.end();
      }
    },
    statement(name, work) {
      const within = places.span();
      return within === undefined ? work() : recordStatement(within, name, work, begin);
    },
    async together(name, attributes, traceParents, work) {
      const [first, ...others] = traceParents.flatMap((text) => sampledContext(text) ?? []);
      if (first === undefined) return places.leave(() => work(undefined));
      const start = { kind: 'inner', attributes } as const;
      const span = begin(name, start, textOf(first), others);
      const siblings = others.map((other) => begin(name, start, textOf(other), [span.spanContext()]));
      const within: StatementSpans = { statement: (summary, each) => recordStatement(span, summary, each, begin) };
      try {
        return await places.leave(() => work(within));
      } catch (error) {
        fail(span, nameOf(error));
        throw error;
      } finally {
        for (const each of [span, ...siblings]) each.end();
      }
    },
    apart: (work) => places.leave(work),
    current: places.traceParent,
  };
  return { spans, close: () => provider.shutdown().catch((error: Error) => report(error.message)) };
}

/** Returns a provider that samples every span, because sampling is decided before a span begins. */
function openProvider(url: string): TracerProvider {
  return new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'cardwright',
      'service.version': ownVersion(),
      'service.instance.id': `${hostname()}/${process.pid}`,
    }),
    sampler: new AlwaysOnSampler(),
    idGenerator: { generateSpanId: IDS.generateSpanId, generateTraceId: newTraceId },
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }) })],
  });
}

const IDS = new RandomIdGenerator();

/** Returns a trace id that cannot be mistaken for a card number, so the log does not mask it. */
function newTraceId(): string {
  const id = IDS.generateTraceId();
  return mayHoldCardNumber(id) ? newTraceId() : id;
}

type Begin = (name: string, start: Pick<SpanStart, 'kind' | 'attributes'>, parent: string) => Span;

async function recordStatement<T>(within: Span, name: string, work: () => Promise<T>, begin: Begin): Promise<T> {
  const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': name };
  const span = begin(name, { kind: 'client', attributes }, textOf(within.spanContext()));
  try {
    return await work();
  } catch (error) {
    fail(span, nameOf(error));
    throw error;
  } finally {
    span.end();
  }
}

function openSpan(span: Span, places: SpanPlaces): OpenSpan {
  const traceParent = textOf(span.spanContext());
  const running = places.open({ span, traceParent });
  let isOver = false;
  return {
    traceId: span.spanContext().traceId,
    traceParent,
    enter: running.enter,
    note: (attributes) => void span.setAttributes({ ...attributes }),
    end: ({ name, failed } = {}) => {
      if (isOver) return;
      isOver = true;
      running.end();
      if (name !== undefined) span.updateName(name);
      if (failed !== undefined) fail(span, failed);
      span.end();
    },
  };
}

/** Opens work whose caller does not sample the trace. Records no span and passes the trace context on. */
function tracedElsewhere(read: TraceParent, places: SpanPlaces): OpenSpan {
  const traceParent = writeTraceParent(read);
  const { enter, end } = places.open({ span: undefined, traceParent });
  return { traceId: read.traceId, traceParent, enter, note: () => {}, end };
}

/** A request without a trace, like most requests. It gets a trace id only if the log requests one. */
class Untraced implements OpenSpan {
  readonly traceParent = undefined;
  readonly #places: SpanPlaces;
  #traceId: string | undefined;

  constructor(places: SpanPlaces) {
    this.#places = places;
  }

  get traceId(): string {
    this.#traceId ??= newTraceId();
    return this.#traceId;
  }

  enter<T>(work: () => T): T {
    return this.#places.leave(work);
  }

  note(): void {}

  end(): void {}
}

/** Records only the code or the name of an error, because its message may quote data. */
function fail(span: Span, kind: string): void {
  span.setAttribute('error.type', kind).setStatus({ code: SpanStatusCode.ERROR });
}

function nameOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return typeof code === 'string' ? code : String(name);
}

function under(parent: string | undefined): Context {
  const context = parent === undefined ? undefined : contextOf(parent);
  return context === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, context);
}

function contextOf(text: string): SpanContext | undefined {
  const read = readTraceParent(text);
  if (read === undefined) return undefined;
  const traceFlags = read.isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE;
  return { traceId: read.traceId, spanId: read.spanId, traceFlags, isRemote: true };
}

function sampledContext(text: string): SpanContext | undefined {
  const context = contextOf(text);
  return context?.traceFlags === TraceFlags.SAMPLED ? context : undefined;
}

function textOf({ traceId, spanId, traceFlags }: SpanContext): string {
  return writeTraceParent({ traceId, spanId, isSampled: (traceFlags & TraceFlags.SAMPLED) !== 0 });
}

/** Limits how often failed batches are logged, because a collector may be unavailable for a day. */
function createProblemLogger(logger: Logger): (reason: string) => void {
  let reportedAt = Number.NEGATIVE_INFINITY;
  return (reason) => {
    const now = performance.now();
    if (now - reportedAt < REPORT_AGAIN_MS) return;
    reportedAt = now;
    logger.warn({ reason }, 'failed to send spans to the collector; they are lost');
  };
}
