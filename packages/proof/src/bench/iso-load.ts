import { connect } from 'node:net';
import { toIso8583Fields } from '@cardwright/contract';
import { Codec, encodeFrame, FrameReader, Message, SPECIFICATIONS } from '@cardwright/iso8583';
import { benchMessage, type LoadJob } from './load-job.ts';
import { cardsOf, type LoadSlot, nextMessage, type SlotHandlers } from './load-slot.ts';

/** Opens the connections of an ISO 8583 load. Each has several messages in flight, answered in any order. */
export async function openIsoSlots(job: LoadJob, handlers: SlotHandlers): Promise<LoadSlot[]> {
  const next = createMessages(job);
  const opened = await Promise.all(Array.from({ length: job.connections }, () => openSlots(job, next, handlers)));
  return opened.flat();
}

/** Creates messages. Each has the next reference and another card, and otherwise the values of the HTTP load. */
function createMessages(job: LoadJob): () => Message {
  const same = toIso8583Fields(benchMessage('', '', job.expiry));
  const next = nextMessage(job, cardsOf(job));
  return () => {
    const { card, reference } = next();
    return new Message('0100', { ...same, 2: card, 11: reference.slice(6), 37: reference });
  };
}

function openSlots(job: LoadJob, next: () => Message, { onAnswer, onClose }: SlotHandlers): Promise<LoadSlot[]> {
  return new Promise((resolve, reject) => {
    const codec = new Codec(SPECIFICATIONS['iso1987-ascii']);
    const socket = connect({ host: job.host, port: job.port });
    socket.setNoDelay(true);
    /** The slots with a message in flight, by its trace number. */
    const inFlight = new Map<string, LoadSlot>();
    const createSlot = (): LoadSlot => {
      const slot: LoadSlot = {
        since: 0,
        send() {
          const message = next();
          inFlight.set(message.get(11) ?? '', slot);
          socket.write(encodeFrame(codec, message));
        },
      };
      return slot;
    };
    const reader = new FrameReader(
      {},
      {
        message({ message: bytes }) {
          const decoded = codec.decode(bytes);
          if (!decoded.ok) throw new Error('a response is malformed');
          const { message } = decoded;
          const trace = message.get(11) ?? '';
          const slot = inFlight.get(trace);
          if (slot === undefined) throw new Error(`a response to ${trace}, which was not sent`);
          inFlight.delete(trace);
          const isApproval = message.mti === '0110' && message.get(39) === '00';
          onAnswer(slot, isApproval ? undefined : `${message.mti}/${message.get(39) ?? '-'}`);
        },
        keepAlive: () => {},
      },
    );
    socket.once('connect', () => resolve(Array.from({ length: job.iso?.inFlight ?? 1 }, createSlot)));
    socket.once('error', reject);
    socket.once('close', onClose);
    socket.on('data', (chunk) => {
      // The messages that follow the responses of a chunk are sent together.
      socket.cork();
      if (reader.push(chunk) !== undefined) throw new Error('a frame is malformed');
      socket.uncork();
    });
  });
}
