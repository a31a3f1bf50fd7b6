/** The kinds of messages, by how the server handles them. */
export type MessageClass = 'authorization' | 'advice' | 'reversal' | 'completion' | 'network' | 'response';

const CLASSES: Readonly<Record<string, MessageClass>> = {
  '0100': 'authorization',
  '0200': 'authorization',
  '0120': 'advice',
  '0220': 'completion',
  '0400': 'reversal',
  '0420': 'reversal',
  '0800': 'network',
  '0810': 'response',
};

/** The class of a message type, whose last digit is 0, or 1 for a repeat. Returns undefined for an unsupported type. Pure. */
export function classOf(mti: string): MessageClass | undefined {
  return /^\d{3}[01]$/.test(mti) ? CLASSES[`${mti.slice(0, 3)}0`] : undefined;
}
