import { toIso8583Fields } from '@cardwright/contract';
import { Message, maskPan, responseType } from '@cardwright/iso8583';
import { followingMessage, networkManagementResponse } from '../iso/build-message.ts';
import { openIsoConnection } from '../iso/iso-connection.ts';
import { UsageError } from '../output/usage-error.ts';
import type { Ending, NetworkConnection, NetworkMessage } from './network-connection.ts';

const TIMEOUT_MS = 30_000;
const ENDING_TYPES = { reverse: '0400', complete: '0220' } as const;

/** A connection to the gateway over ISO 8583. It can also end an authorization in part. */
export interface IsoNetworkConnection extends NetworkConnection {
  /** @param fields of the 0400 or 0220, in addition to those of the original */
  end(what: Ending, message: NetworkMessage, fields?: Readonly<Record<number, string>>): Promise<void>;
}

interface Waiting {
  resolve(response: Message): void;
  reject(error: Error): void;
}

/**
 * Sends messages to the ISO 8583 port of a sandbox, over one connection with many messages in flight.
 *
 * @param to host and port
 */
export async function openIsoNetwork(to: string): Promise<IsoNetworkConnection> {
  const waiting = new Map<string, Waiting>();
  const connection = await openIsoConnection({ to, spec: 'iso1987-ascii', length: '2-byte' }, (message) => {
    const management = networkManagementResponse(message);
    if (management !== undefined) connection.send(management);
    else waiting.get(keyOf(message.mti, message))?.resolve(message);
  });
  const onEnd = (error: Error) => {
    for (const { reject } of waiting.values()) reject(error);
  };
  connection.closed.then(() => onEnd(new Error('the host closed the connection')), onEnd);

  const exchange = async (message: Message): Promise<Message> => {
    const key = keyOf(responseType(message.mti) ?? '', message);
    let timer: NodeJS.Timeout | undefined;
    // Sends before it registers the wait, because encoding can fail and no response would arrive then.
    connection.send(message);
    const response = new Promise<Message>((resolve, reject) => {
      waiting.set(key, { resolve, reject });
      timer = setTimeout(() => reject(new Error('no response in time')), TIMEOUT_MS);
    });
    return await response.finally(() => {
      clearTimeout(timer);
      waiting.delete(key);
    });
  };
  return {
    async authorize(message) {
      checkCardNumber(message);
      const response = await exchange(new Message('0100', toIso8583Fields(message)));
      return {
        CARD_NUMBER: maskPan(response.get(2) ?? ''),
        Retrieval_Reference_Number: response.get(37) ?? '',
        Approval_Code: response.get(38) ?? '',
        Action_Code: response.get(39) ?? '',
        Additional_Response_Data: response.get(44) ?? 'APPROVED',
      };
    },
    async end(what, message, fields = {}) {
      checkCardNumber(message);
      const original = new Message('0100', toIso8583Fields(message));
      const ending = followingMessage(ENDING_TYPES[what], original);
      for (const [field, value] of Object.entries(fields)) ending.set(Number(field), value);
      const code = (await exchange(ending)).get(39);
      if (code !== '00') throw new Error(`response code ${code}`);
    },
    close: connection.close,
  };
}

function checkCardNumber({ CARD_NUMBER: number = '' }: NetworkMessage): void {
  if (!/^\d+$/.test(number))
    throw new UsageError('--iso needs a full card number: choose a card of "cardwright fixtures"');
}

/** Identifies a message in flight. A reversal has the trace number of its original, and another type. */
function keyOf(responseMti: string, message: Message): string {
  return `${responseMti} ${message.get(11)} ${message.get(37)}`;
}
