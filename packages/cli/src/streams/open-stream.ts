import type { Cardwright } from '@cardwright/sdk';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { CredentialsError, SandboxError } from '../output/usage-error.ts';

export interface StreamedEvent {
  readonly event: string;
  // biome-ignore lint/suspicious/noExplicitAny: each event has its own shape
  readonly data: any;
}

/** Reads the events of a sandbox stream until it ends or is stopped: docs/interface/sandbox.md#streams. */
export async function* openStream(
  client: Cardwright,
  path: string,
  stopped: AbortSignal,
): AsyncGenerator<StreamedEvent> {
  const { headers } = await client.identify(stopped);
  const request = { headers: { ...headers, accept: 'text/event-stream' }, redirect: 'error' as const, signal: stopped };
  try {
    const answer = await fetch(`${client.baseUrl}${path}`, request).catch((error: Error) => {
      if (stopped.aborted) throw error;
      throw new SandboxError(`failed to connect to ${client.baseUrl}: ${causeOf(error)}`, false);
    });
    if (!answer.ok || answer.body === null) throw await refusalOf(answer, client.baseUrl);
    // The pipe takes the signal too, because garbage collection in Node.js can drop the signal of a request whose
    // response is still being read.
    const text = answer.body.pipeThrough(new TextDecoderStream(), { signal: stopped });
    const events = text.pipeThrough(new EventSourceParserStream());
    for await (const { event, data } of events) yield { event: event ?? 'message', data: JSON.parse(data) };
  } catch (error) {
    if (stopped.aborted) return;
    if (error instanceof SandboxError || error instanceof CredentialsError) throw error;
    throw new SandboxError(`the connection to ${client.baseUrl} was lost: ${causeOf(error as Error)}`, false);
  }
  throw new SandboxError(`${client.baseUrl} ended the stream, because the server is stopping`, false);
}

async function refusalOf(answer: Response, url: string): Promise<Error> {
  const { error, title, detail } = (await answer.json().catch(() => ({}))) as Record<string, unknown>;
  if (answer.status === 401) return new CredentialsError('the access token was refused');
  if (answer.status === 404) return new SandboxError(`${url} is not a sandbox, or does not serve streams`, true);
  return new SandboxError(
    `the request was refused with HTTP ${answer.status}: ${String(error ?? detail ?? title ?? '')}`,
    true,
  );
}

function causeOf({ cause, message }: Error): string {
  return (cause as { code?: string } | undefined)?.code ?? message;
}
