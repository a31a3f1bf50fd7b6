/** What the door does with a message. */
export type MessageClass = 'authorization' | 'advice' | 'reversal' | 'completion' | 'network' | 'response';

const CLASSES: Readonly<Record<string, MessageClass>> = {
  '100': 'authorization',
  '200': 'authorization',
  '120': 'advice',
  '220': 'completion',
  '400': 'reversal',
  '420': 'reversal',
  '800': 'network',
  '810': 'response',
};

/** The class of a message type, whose last digit is 0, or 1 for a repeat. Returns undefined for a type without support. Pure. */
export function classOf(mti: string): MessageClass | undefined {
  const [, type, origin] = /^0(\d{3})$/.test(mti) ? ['', mti.slice(1, 3), mti[3]] : [];
  if (type === undefined || (origin !== '0' && origin !== '1')) return undefined;
  return CLASSES[`${type}0`];
}
