import { Message } from '@cardwright/iso8583';
import { countryOf } from '../../../../platform/kernel/country.ts';
import { classOf } from '../message-class.ts';
import { NO_AMOUNT } from '../original-data.ts';
import { toResponseCode1987 } from './action-codes-1993.ts';
import { NETWORK_FUNCTIONS_1993, PARTIAL_REVERSAL } from './function-codes-1993.ts';

/** Fields with the same number and meaning in both versions. */
const SAME = [2, 3, 4, 6, 11, 14, 16, 17, 23, 32, 33, 37, 38, 41, 42, 49, 51, 102];
/** Field 22, position 7: how the card was read. Modes of 1987 have two digits. A and M are contactless. */
const MODES: Readonly<Record<string, string>> = { 1: '01', 2: '02', 5: '05', 6: '01', A: '91', M: '07' };
/** Field 22, position 5: whether the cardholder was present. */
const CONDITIONS: Readonly<Record<string, string>> = { 0: '00', 1: '01', 2: '08', 3: '08', 4: '04', 5: '59' };
/** Field 22, position 2: whether the terminal can take a PIN. */
const PIN_CAPABILITIES: Readonly<Record<string, string>> = { 0: '2', 1: '1' };

/** Converts a message of ISO 8583:1993 to one of 1987 (docs/interface/iso8583.md#messages-of-1993). Pure. */
export function toMessage1987(message: Message): Message {
  const model = new Message(toType1987(message.mti));
  const set = (field: number, value: string | undefined) => {
    if (value !== undefined && value !== '') model.set(field, value);
  };
  for (const field of SAME) set(field, message.get(field));
  const local = message.get(12) ?? '';
  set(7, message.get(7) ?? local.slice(2));
  set(12, local.slice(6));
  set(13, local.slice(2, 6));
  set(18, message.get(26) ?? message.get(18));
  const pointOfService = message.get(22);
  if (pointOfService !== undefined) {
    set(22, `${MODES[pointOfService.charAt(6)] ?? '00'}${PIN_CAPABILITIES[pointOfService.charAt(1)] ?? '0'}`);
    set(25, CONDITIONS[pointOfService.charAt(4)] ?? '00');
  }
  const code = message.get(39);
  set(39, code && toResponseCode1987(code));
  const location = message.get(43);
  set(43, location && toLocation1987(location));
  const kind = classOf(model.mti);
  if (kind === 'network') set(70, toNetworkFunction(message.get(24)));
  const original = message.get(56);
  set(90, original && toOriginal1987(original));
  if (kind === 'reversal' && message.get(24) === PARTIAL_REVERSAL) {
    set(95, message.get(4)?.padEnd(42, '0') ?? NO_AMOUNT);
  }
  return model;
}

/** Network management of 1993 has the origin "other": 1804 is 0800, and 1805 is 0801. */
function toType1987(mti: string): string {
  const origin = mti.charAt(1) === '8' ? String(Number(mti.charAt(3)) % 4) : mti.charAt(3);
  return `0${mti.slice(1, 3)}${origin}`;
}

function toNetworkFunction(code: string | undefined): string | undefined {
  const [known] = Object.entries(NETWORK_FUNCTIONS_1993).find(([, other]) => other === code) ?? [];
  return known ?? code;
}

/** Field 56: message type (4), trace number (6), local time (12), and the acquirer with its length. */
function toOriginal1987(original: string): string {
  const [, mti = '', trace = '', local = '', length = '0', acquirer = ''] =
    /^(\d{4})(\d{6})\d{2}(\d{10})(?:(\d{2})(\d*))?$/.exec(original) ?? [];
  if (mti === '') return original;
  return `${toType1987(mti)}${trace}${local}${acquirer.slice(0, Number(length)).padStart(11, '0')}${'0'.repeat(11)}`;
}

/** Field 43 is name, street and city with backslashes after each, then postal code (10), region (3) and country (3). */
function toLocation1987(location: string): string {
  const [name = '', ...rest] = location.split('\\');
  const country = countryOf(location.trimEnd().slice(-3).toUpperCase());
  if (country === undefined) return location.slice(0, 40);
  const city = rest[1] ?? '';
  return `${name.slice(0, 23).padEnd(23)}${city.slice(0, 13).padEnd(15)}${country}`;
}
