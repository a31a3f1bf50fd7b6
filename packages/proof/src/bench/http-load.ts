import { connect, type Socket } from 'node:net';
import { connect as connectByTls } from 'node:tls';
import { AUTHORIZATION_PATH, benchMessage, type LoadJob } from './load-job.ts';
import { cardsOf, type LoadSlot, nextMessage, type SlotHandlers } from './load-slot.ts';

/** Opens the connections of an HTTP load. Each has one message in flight. */
export async function openHttpSlots(job: LoadJob, handlers: SlotHandlers): Promise<LoadSlot[]> {
  const next = createRequests(job);
  return await Promise.all(Array.from({ length: job.connections }, () => openSlot(job, next, handlers)));
}

/** Creates requests. Each has the next reference and another card. */
function createRequests(job: LoadJob): () => string {
  const cards = cardsOf(job);
  const marked = { ...benchMessage('<card>', '<reference>', job.expiry), System_Trace_Audit_Number: '<trace>' };
  const body = JSON.stringify(marked);
  const length = JSON.stringify(benchMessage(cards[0]!, '0'.repeat(12), job.expiry)).length;
  const head = [
    `POST ${AUTHORIZATION_PATH} HTTP/1.1`,
    `Host: ${job.host}:${job.port}`,
    `Authorization: Bearer ${job.token}`,
    'Content-Type: application/json',
    `Content-Length: ${length}`,
  ].join('\r\n');
  const [toCard, toTrace, toReference, toEnd] = `${head}\r\n\r\n${body}`.split(/<card>|<trace>|<reference>/);
  const next = nextMessage(job, cards);
  return () => {
    const { card, reference } = next();
    return toCard + card + toTrace + reference.slice(6) + toReference + reference + toEnd;
  };
}

function openSlot(job: LoadJob, next: () => string, { onAnswer, onClose }: SlotHandlers): Promise<LoadSlot> {
  return new Promise((resolve, reject) => {
    const { host, port, ca } = job;
    const socket: Socket = ca === undefined ? connect({ host, port }) : connectByTls({ host, port, ca });
    socket.setNoDelay(true);
    const slot: LoadSlot = { since: 0, send: () => void socket.write(next(), 'latin1') };
    let received = '';
    socket.once(ca === undefined ? 'connect' : 'secureConnect', () => resolve(slot));
    socket.once('error', reject);
    socket.once('close', onClose);
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      if (!isWhole(received)) return;
      const answer = received;
      received = '';
      onAnswer(slot, unexpectedIn(answer));
    });
  });
}

const LENGTH = /\r\ncontent-length: (\d+)\r\n/i;

function isWhole(received: string): boolean {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd < 0) return false;
  const length = LENGTH.exec(received)?.[1];
  if (length === undefined) throw new Error('an answer without a length');
  return received.length >= headEnd + 4 + Number(length);
}

/** Returns the status and action code of an answer that is not an approval. */
function unexpectedIn(answer: string): string | undefined {
  if (answer.startsWith('HTTP/1.1 200 ') && answer.includes('"Action_Code":"00"')) return undefined;
  return `${answer.slice(9, 12)}/${/"Action_Code":"(..)"/.exec(answer)?.[1] ?? '-'}`;
}
