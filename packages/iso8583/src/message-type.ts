const VERSIONS: Readonly<Record<string, string>> = { 0: '1987', 1: '1993', 2: '2003' };

const CLASSES: Readonly<Record<string, string>> = {
  1: 'authorization',
  2: 'financial',
  3: 'file action',
  4: 'reversal',
  5: 'reconciliation',
  6: 'administrative',
  7: 'fee collection',
  8: 'network management',
};

const FUNCTIONS: Readonly<Record<string, string>> = {
  0: 'request',
  1: 'response',
  2: 'advice',
  3: 'advice response',
  4: 'notification',
  5: 'notification acknowledgment',
};

/** The origin of a message; odd digits are repeats. */
const ORIGINS: Readonly<Record<string, string>> = {
  1: 'repeat',
  2: 'from the issuer',
  3: 'from the issuer, repeat',
  4: 'from another party',
  5: 'from another party, repeat',
};

/**
 * Describes a message type for people.
 *
 * @example
 * describeMessageType('0421'); // 'reversal advice, repeat (ISO 8583:1987)'
 */
export function describeMessageType(mti: string): string {
  const [version = '', kind = '', role = '', origin = ''] = mti;
  const name = `${CLASSES[kind] ?? `class ${kind}`} ${FUNCTIONS[role] ?? `function ${role}`}`;
  const from = origin === '0' ? '' : `, ${ORIGINS[origin] ?? `origin ${origin}`}`;
  return `${name}${from} (${VERSIONS[version] ? `ISO 8583:${VERSIONS[version]}` : `version ${version}`})`;
}

/**
 * Returns the message type of the answer to a request, an advice or a notification, or undefined for a type that has none.
 * A repeat has the same answer as its original.
 *
 * @example
 * responseType('0100'); // '0110'
 * responseType('0421'); // '0430'
 */
export function responseType(mti: string): string | undefined {
  if (!/^\d{3}[0-5]$/.test(mti) || !'024'.includes(mti.charAt(2))) return undefined;
  const origin = Number(mti[3]);
  return `${mti.slice(0, 2)}${Number(mti[2]) + 1}${origin - (origin % 2)}`;
}
