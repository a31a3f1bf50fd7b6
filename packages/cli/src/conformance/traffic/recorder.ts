import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Transport } from '../exchange.ts';
import { withoutSecrets } from './masked-traffic.ts';
import type { RecordedTraffic } from './traffic.ts';

/** Hop-by-hop headers, which belong to one connection. */
const OF_THE_CONNECTION = [
  'connection',
  'content-length',
  'host',
  'keep-alive',
  'transfer-encoding',
  'content-encoding',
];

export interface Recorder {
  readonly url: string;
  readonly recorded: readonly RecordedTraffic[];
  stop(): Promise<void>;
}

/** A proxy in front of an implementation. It forwards everything, and records it without secrets and card numbers. */
export async function startRecorder(transport: Transport, port: number): Promise<Recorder> {
  const recorded: RecordedTraffic[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const text = Buffer.concat(chunks).toString('utf8');
      const headers = passed(request.headers as Record<string, string>);
      const sentRequest = {
        method: request.method ?? 'GET',
        path: request.url ?? '/',
        headers,
        ...(text !== '' && { body: text }),
      };
      const answered = await transport(sentRequest).catch(() => undefined);
      if (answered === undefined) {
        response.writeHead(502).end();
        return;
      }
      recorded.push(withoutSecrets({ sent: sentRequest, answered }));
      response.writeHead(answered.status, passed(answered.headers)).end(answered.text);
    });
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    recorded,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function passed(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_THE_CONNECTION.includes(name)));
}

/** Writes HAR 1.2, which other tools can read too. */
export function writeHar(file: string, recorded: readonly RecordedTraffic[], url: string): void {
  const pairs = (headers: Readonly<Record<string, string>>) =>
    Object.entries(headers).map(([name, value]) => ({ name, value }));
  const entries = recorded.map(({ sent, answered }) => ({
    startedDateTime: new Date().toISOString(),
    time: 0,
    request: {
      method: sent.method,
      url: new URL(sent.path, url).href,
      httpVersion: 'HTTP/1.1',
      headers: pairs(sent.headers),
      ...(sent.body !== undefined && { postData: { mimeType: 'application/json', text: sent.body } }),
    },
    response: {
      status: answered.status,
      httpVersion: 'HTTP/1.1',
      headers: pairs(answered.headers),
      content: { mimeType: answered.headers['content-type'] ?? '', text: answered.text },
    },
  }));
  const log = { version: '1.2', creator: { name: 'cardwright conformance', version: '0.1.0' }, entries };
  writeFileSync(file, `${JSON.stringify({ log }, null, 1)}\n`, { mode: 0o600 });
}
