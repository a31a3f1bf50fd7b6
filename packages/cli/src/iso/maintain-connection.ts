import { setInterval } from 'node:timers';
import { describeMessage, type Message, NETWORK_FUNCTIONS } from '@cardwright/iso8583';
import { print } from '../output/print.ts';
import { buildMessage, networkManagementResponse } from './build-message.ts';
import { type ConnectionOptions, openIsoConnection } from './iso-connection.ts';

export interface MaintainOptions extends ConnectionOptions {
  readonly echo: string;
}

/**
 * Signs on, sends echoes, answers the echoes of the host, and prints every message until the host or the user ends the
 * connection.
 */
export async function maintainConnection(options: MaintainOptions): Promise<void> {
  const connection = await openIsoConnection(options, (message) => receive(message));
  const printMessage = (message: Message) => print(describeMessage(message, connection.specification));
  const send = (message: Message) => {
    printMessage(message);
    connection.send(message);
  };
  const receive = (message: Message) => {
    printMessage(message);
    const response = networkManagementResponse(message);
    if (response !== undefined) send(response);
  };
  const manage = (code: string) => send(buildMessage('0800', { amount: '0', field: [`70=${code}`] }, new Date()));
  manage(NETWORK_FUNCTIONS.signOn);
  const timer = setInterval(() => manage(NETWORK_FUNCTIONS.echo), Number(options.echo) * 1_000);
  process.once('SIGINT', () => {
    manage(NETWORK_FUNCTIONS.signOff);
    connection.close();
  });
  await connection.closed.finally(() => clearInterval(timer));
}
