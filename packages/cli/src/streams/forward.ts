import { answerNotification } from '@cardwright/sdk';

/** A signed notification from the stream, identical to one over HTTP. */
export interface ForwardDelivery {
  readonly delivery_id: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface ForwardResult {
  readonly status: number;
  readonly body: string;
  /** Set if the receiver did not respond. */
  readonly problem?: string;
}

/** Shorter than the timeout of the sandbox. */
const WITHIN_MS = 7_000;
/** The maximum that the sandbox accepts, minus the status around it. */
const MAX_BYTES = 64 * 1024 - 100;
/** A length that always fits, however its characters are escaped. */
const ACCEPTED_LENGTH = 10_000;

/** Forwards the signed headers and bytes. An unreachable receiver is reported as 502, so that the sandbox retries. */
export async function forward({ headers, body }: ForwardDelivery, url: string | undefined): Promise<ForwardResult> {
  if (url === undefined) return { status: 200, body: acceptance(body) };
  try {
    const request = {
      method: 'POST',
      headers,
      body,
      redirect: 'manual' as const,
      signal: AbortSignal.timeout(WITHIN_MS),
    };
    const answer = await fetch(url, request);
    const text = await answer.text();
    return { status: answer.status, body: isAccepted(text) ? text : text.slice(0, ACCEPTED_LENGTH) };
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string } };
    const problem = `no response from ${url}: ${cause?.code ?? message}`;
    return { status: 502, body: JSON.stringify({ error: problem }), problem };
  }
}

function isAccepted(text: string): boolean {
  return text.length < MAX_BYTES && Buffer.byteLength(JSON.stringify(text)) < MAX_BYTES;
}

function acceptance(body: string): string {
  return JSON.stringify(answerNotification({ type: memberOf(body, 'type'), code: '00' }).body);
}

/** A string member of a JSON text, found by its path. Returns an empty string if there is none. */
export function memberOf(body: string, ...path: readonly string[]): string {
  try {
    const value = path.reduce<unknown>(
      (part, name) => (part as Record<string, unknown> | null)?.[name],
      JSON.parse(body),
    );
    return typeof value === 'string' ? value : '';
  } catch {
    return '';
  }
}
