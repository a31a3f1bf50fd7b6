import { describeFields, describeMessage, describeMessageType, type Message, responseType } from '@cardwright/iso8583';
import { print } from '../output/print.ts';
import { UsageError } from '../output/usage-error.ts';
import { buildMessage, followingMessage, type MessageOptions } from './build-message.ts';
import { type ConnectionOptions, openIsoConnection } from './iso-connection.ts';

export interface SendOptions extends ConnectionOptions, MessageOptions {
  readonly next: readonly string[];
  readonly timeout: string;
  readonly json?: true;
}

/** Sends a message and those that follow it, each after the response to the previous one, and prints all of them. */
export async function sendMessages(mti: string, options: SendOptions): Promise<void> {
  const first = buildMessage(mti, options, new Date());
  const messages = [first, ...options.next.map((type) => followingMessage(type, first))];
  for (const message of messages) {
    if (responseType(message.mti) === undefined)
      throw new UsageError(`a message of type ${message.mti} has no response`);
  }
  let receive: (message: Message) => void = () => {};
  const connection = await openIsoConnection(options, (message) => receive(message));
  const printMessage = (message: Message) => {
    if (!options.json) return print(describeMessage(message, connection.specification));
    const fields = describeFields(message, connection.specification);
    print(JSON.stringify({ mti: message.mti, type: describeMessageType(message.mti), fields }));
  };
  try {
    for (const message of messages) {
      printMessage(message);
      const response = new Promise<Message>((resolve, reject) => {
        receive = (received) => {
          if (received.mti === responseType(message.mti) && received.get(11) === message.get(11)) resolve(received);
        };
        const late = () => reject(new Error(`no response to ${message.mti} in ${options.timeout} s`));
        setTimeout(late, Number(options.timeout) * 1_000).unref();
        connection.closed.then(() => reject(new Error('the host closed the connection')), reject);
      });
      connection.send(message);
      printMessage(await response);
    }
  } finally {
    connection.close();
  }
}
