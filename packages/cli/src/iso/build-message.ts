import { randomInt } from 'node:crypto';
import { Message, NETWORK_FUNCTIONS, responseType } from '@cardwright/iso8583';
import { UsageError } from '../output/usage-error.ts';

export interface MessageOptions {
  readonly card?: string;
  readonly expiry?: string;
  readonly amount: string;
  readonly field: readonly string[];
}

const NETWORK_TYPES = /^08\d\d$/;

/** A message of a type, with typical values for the fields that the caller does not set. */
export function buildMessage(mti: string, options: MessageOptions, now: Date): Message {
  if (!/^0\d{3}$/.test(mti)) throw new UsageError(`${mti} is not a message type of ISO 8583:1987, such as 0100`);
  const time = now.toISOString().replace(/\D/g, '').slice(4, 14);
  const trace = String(randomInt(1, 1_000_000)).padStart(6, '0');
  const message = new Message(mti, { 7: time, 11: trace });
  if (NETWORK_TYPES.test(mti)) message.set(70, NETWORK_FUNCTIONS.echo);
  else addPayment(message, time, options);
  for (const assignment of options.field) {
    const [, field, value = ''] = /^(\d{1,3})=(.*)$/.exec(assignment) ?? [];
    if (field === undefined)
      throw new UsageError(`--field ${assignment} is not a number and a value, such as 41=TERM0001`);
    if (Number(field) < 2 || Number(field) > 128) throw new UsageError(`there is no field ${field}`);
    if (value === '') message.delete(Number(field));
    else message.set(Number(field), value);
  }
  return message;
}

function addPayment(message: Message, time: string, { card, expiry, amount }: MessageOptions): void {
  if (card === undefined || expiry === undefined) throw new UsageError('a payment needs --card and --expiry');
  const [, whole, decimals = ''] = /^(\d{1,10})(?:\.(\d{1,2}))?$/.exec(amount) ?? [];
  if (whole === undefined) throw new UsageError(`${amount} is not an amount, such as 25.00`);
  const values: Record<number, string> = {
    2: card,
    3: '000000',
    4: `${whole}${decimals.padEnd(2, '0')}`.padStart(12, '0'),
    12: time.slice(4),
    13: time.slice(0, 4),
    14: expiry,
    18: '5411',
    22: '051',
    25: '00',
    32: '123456',
    37: String(randomInt(1e11, 1e12 - 1) % 1e12),
    41: 'TERM0001',
    42: 'SHOP00000000001',
    43: `${'DEMO SHOP'.padEnd(23)}${'DUBAI'.padEnd(15)}AE`,
    49: '784',
  };
  for (const field in values) message.set(Number(field), values[field] ?? '');
}

/**
 * Creates a message about an earlier one: a repeat, which differs only in its type, or a reversal or completion with
 * DE90.
 */
export function followingMessage(mti: string, original: Message): Message {
  const message = new Message(mti, original.toObject());
  if (mti.slice(0, 3) === original.mti.slice(0, 3)) return message;
  const acquirer = (original.get(32) ?? '').padStart(11, '0');
  message.set(90, `${original.mti}${original.get(11)}${original.get(7)}${acquirer}${'0'.repeat(11)}`);
  return message;
}

/** The response to a network management request of a host, such as an echo; undefined for other messages. */
export function networkManagementResponse(message: Message): Message | undefined {
  if (message.mti !== '0800') return undefined;
  return new Message(responseType(message.mti) ?? '0810', message.toObject()).set(39, '00');
}
