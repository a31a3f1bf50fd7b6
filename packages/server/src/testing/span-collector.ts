import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { scanText } from './cards/used-card-numbers.ts';

export interface CollectedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly linkedTo: readonly string[];
  /** The process that sent the span. */
  readonly instance: string;
}

export interface SpanCollector {
  readonly url: string;
  /** The paths to which spans were sent. */
  readonly paths: ReadonlySet<string>;
  readonly spans: readonly CollectedSpan[];
  close(): Promise<void>;
}

/** Starts a server that collects spans by OTLP over HTTP. */
export async function startCollector(): Promise<SpanCollector> {
  const spans: CollectedSpan[] = [];
  const paths = new Set<string>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    scanText('what a collector of spans got', text);
    paths.add(String(request.url));
    spans.push(...readSpans(text));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    paths,
    spans,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

interface Sent {
  resourceSpans: { resource: { attributes: SentAttribute[] }; scopeSpans: { spans: SentSpan[] }[] }[];
}

interface SentAttribute {
  key: string;
  value: { stringValue?: string; intValue?: number };
}

interface SentSpan extends Pick<CollectedSpan, 'name' | 'traceId' | 'spanId'> {
  parentSpanId?: string;
  attributes: SentAttribute[];
  links?: { spanId: string }[];
}

function readSpans(text: string): CollectedSpan[] {
  const { resourceSpans } = JSON.parse(text) as Sent;
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const instance = String(valuesOf(resource.attributes)['service.instance.id']);
    return scopeSpans.flatMap(({ spans }) =>
      spans.map(({ name, traceId, spanId, parentSpanId, attributes, links = [] }) => ({
        ...{ name, traceId, spanId, parentSpanId, instance },
        attributes: valuesOf(attributes),
        linkedTo: links.map((link) => link.spanId),
      })),
    );
  });
}

function valuesOf(attributes: readonly SentAttribute[]): Record<string, string | number> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]));
}
