import { expect } from 'vitest';
import { scanText } from './cards/used-card-numbers.ts';

export interface StreamEvent {
  readonly event: string;
  // biome-ignore lint/suspicious/noExplicitAny: each event has its own shape
  readonly data: any;
}

/** Events of a sandbox stream, read one at a time. */
export type StreamedEvents = AsyncGenerator<StreamEvent, undefined>;

export async function openTestStream(url: string, token: string, signal: AbortSignal): Promise<StreamedEvents> {
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` }, signal });
  expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  return eventsOf(answer);
}

async function* eventsOf({ body }: Response): StreamedEvents {
  let text = '';
  for await (const part of (body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    text += part;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      scanText('a stream of the sandbox', block);
      const [, event = '', data = '{}'] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? [];
      yield { event, data: JSON.parse(data) };
    }
  }
  return undefined;
}

export async function nextOf(events: StreamedEvents): Promise<StreamEvent> {
  const { value } = await events.next();
  if (value === undefined) throw new Error('the stream has ended');
  return value;
}
