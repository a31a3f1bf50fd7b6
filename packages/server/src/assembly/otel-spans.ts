import { AsyncLocalStorage } from 'node:async_hooks';
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
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  RandomIdGenerator,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base';
import type { Logger } from 'pino';
import { mayHoldCardNumber } from '../kernel/masked-text.ts';
import { ownVersion } from '../kernel/own-version.ts';
import type { OpenSpan, SpanStart, Spans } from '../kernel/spans.ts';
import { readTraceParent, writeTraceParent } from '../kernel/trace-parent.ts';

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, inner: SpanKind.INTERNAL } as const;
/** A collector that is away for a day is told of now and then. */
const TOLD_AGAIN_MS = 60_000;

interface Options {
  readonly url: string;
  readonly ratio: number;
  readonly logger: Logger;
}

/** Spans by OpenTelemetry, sent by OTLP over HTTP in batches, beside the requests. */
export function createSpans(options: Options): { spans: Spans; close(): Promise<void> } {
  const tell = problemTeller(options.logger);
  const quiet = () => {};
  const diagOptions = { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true };
  diag.setLogger({ error: tell, warn: tell, info: quiet, debug: quiet, verbose: quiet }, diagOptions);
  const provider = openProvider(options);
  const tracer = provider.getTracer('cardwright', ownVersion());
  const store = new AsyncLocalStorage<Span | undefined>();

  const begin = (name: string, { kind, attributes, traceParent }: SpanStart, links?: readonly SpanContext[]): Span => {
    const given = traceParent === undefined ? store.getStore()?.spanContext() : contextOf(traceParent);
    const linked = links?.map((context) => ({ context }));
    return tracer.startSpan(
      name,
      { kind: KINDS[kind], ...(attributes && { attributes }), ...(linked && { links: linked }) },
      under(given),
    );
  };
  const during = async <T>(span: Span, work: () => Promise<T>): Promise<T> => {
    try {
      return await store.run(span, work);
    } catch (error) {
      fail(span, nameOf(error));
      throw error;
    } finally {
      span.end();
    }
  };

  const spans: Spans = {
    open: (name, start) => openSpan(begin(name, start), store),
    run: (name, start, work) => {
      const span = begin(name, start);
      return during(span, () => work(openSpan(span, store)));
    },
    statement(name, work) {
      if (store.getStore()?.isRecording() !== true) return work();
      const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': name };
      return during(begin(name, { kind: 'client', attributes }), work);
    },
    async together(name, attributes, traceParents, work) {
      const [first, ...others] = traceParents.flatMap((text) => sampledContext(text) ?? []);
      if (first === undefined) return store.run(undefined, work);
      const start = (of: SpanContext) => ({ kind: 'inner', attributes, traceParent: textOf(of) }) as const;
      const span = begin(name, start(first), others);
      const beside = others.map((other) => begin(name, start(other), [span.spanContext()]));
      return await during(span, work).finally(() => {
        for (const each of beside) each.end();
      });
    },
    apart: (work) => store.run(undefined, work),
    current: () => {
      const span = store.getStore();
      return span && textOf(span.spanContext());
    },
  };
  return { spans, close: () => provider.shutdown().catch((error: Error) => tell(error.message)) };
}

function openProvider({ url, ratio }: Options): BasicTracerProvider {
  const ids = new RandomIdGenerator();
  return new BasicTracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'cardwright',
      'service.version': ownVersion(),
      'service.instance.id': `${hostname()}/${process.pid}`,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    idGenerator: { generateSpanId: ids.generateSpanId, generateTraceId: () => loggedTraceId(ids) },
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url }))],
  });
}

/** One that the log's mask leaves as it is. */
function loggedTraceId(ids: RandomIdGenerator): string {
  const id = ids.generateTraceId();
  return mayHoldCardNumber(id) ? loggedTraceId(ids) : id;
}

function openSpan(span: Span, store: AsyncLocalStorage<Span | undefined>): OpenSpan {
  return {
    traceId: span.spanContext().traceId,
    enter: (work) => store.run(span, work),
    note: (attributes) => void span.setAttributes({ ...attributes }),
    end: ({ name, failed } = {}) => {
      if (name !== undefined) span.updateName(name);
      if (failed !== undefined) fail(span, failed);
      span.end();
    },
  };
}

/** By the kind of the error alone: its words may quote what it was about. */
function fail(span: Span, kind: string): void {
  span.setAttribute('error.type', kind).setStatus({ code: SpanStatusCode.ERROR });
}

function nameOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return typeof code === 'string' ? code : String(name);
}

function under(parent: SpanContext | undefined): Context {
  return parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent);
}

function contextOf(text: string | null): SpanContext | undefined {
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

/** Not each failed batch: a collector may be away for a day. */
function problemTeller(logger: Logger): (reason: string) => void {
  let toldAt = Number.NEGATIVE_INFINITY;
  return (reason) => {
    const now = performance.now();
    if (now - toldAt < TOLD_AGAIN_MS) return;
    toldAt = now;
    logger.warn({ reason }, 'spans could not be sent to the collector; they are lost');
  };
}
